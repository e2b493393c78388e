// What is only looked at now and then, in a sheet above the page: overlays, what is left, all moves, the board in words.

import { changeGame, hasGames } from './activity.js';
import { button, byId, make, picture } from './parts.js';
import { say, told } from './words.js';

/** @typedef {import('./main.js').Acts} Acts */

/** One sheet at a time. */
export class Sheet {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.dialog = /** @type {HTMLDialogElement} */ (byId('sheet'));
    this.dialog.addEventListener('click', (event) => { if (event.target === this.dialog) this.dialog.close(); });
  }

  /** What there is to see. */
  menu() {
    const { shown, page } = this.acts;
    if (!shown) return;
    const lines = [
      shown.may.owners && button(say('owners'), () => this.#overlay(false)),
      shown.may.owners && button(say('fields'), () => this.#overlay(true)),
      shown.may.owners && button(say('plain'), () => { this.dialog.close(); this.acts.table?.overlay(null, false); }),
      shown.may.stock && button(say('stock'), () => this.#stock()),
      shown.story.moved.length > 0 && button(say('film'), () => { this.dialog.close(); this.acts.film.play(); }),
      (shown.status === 'finished' || shown.status === 'cancelled') && button(say('replay'), () => { location.href = page.isPublic ? `${location.pathname}/replay` : '/b/replay'; }),
      button(say('log'), () => this.#lines('log', say('log'))),
      button(say('board-words'), () => this.#lines('board', say('board-words'))),
      shown.may.share && button(say('share'), () => this.#share()),
      shown.may.share && button(say('unshare'), () => this.#unshare()),
      hasGames() && button(say('own-games'), () => { this.dialog.close(); changeGame(); }),
      !page.isPublic && button(say('close-all'), () => this.#closeAll(), { className: 'end' }),
    ];
    this.#open(shown.title, make('div', { className: 'menu' }, ...lines.filter(Boolean)));
  }

  /** What every player has: figures, goods, prisoners and towers in words. */
  seats() {
    const seats = this.acts.shown?.seats ?? [];
    const told = seats.map((seat) => make('p', { className: `holder of-${seat.colour}` }, seat.detail || `${seat.name}: ${seat.score}`));
    this.#open(say('players'), make('div', { className: 'lines' }, ...told));
  }

  /** @param {boolean} fields */
  async #overlay(fields) {
    this.dialog.close();
    const found = await this.acts.look('owners');
    if (found) this.acts.table?.overlay(found, fields);
  }

  async #stock() {
    const found = await this.acts.look('stock');
    if (!found) return;
    const art = this.acts.shown?.art;
    const kinds = found.stock.map((/** @type {{ picture: string, number: number }} */ each) => make('li', {}, picture(`${art}/${each.picture}.png`), make('b', {}, `× ${each.number}`)));
    this.#open(say('stock'), make('p', {}, found.say), make('ul', { className: 'stock' }, ...kinds));
  }

  /**
   * @param {string} what
   * @param {string} title
   */
  async #lines(what, title) {
    const found = await this.acts.look(what);
    if (!found) return;
    const now = this.acts.shown?.now ?? 0;
    this.#open(title, make('div', { className: 'lines' }, ...found.lines.map((/** @type {string} */ line) => make('p', {}, told(line, now)))));
  }

  /** Make the link by which everybody can watch, and put it where it can be pasted. */
  async #share() {
    this.dialog.close();
    const { link } = await (await this.acts.page.fetch('share', {})).json();
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    this.acts.toast(say('shared', { link }));
  }

  async #unshare() {
    this.dialog.close();
    await this.acts.page.fetch('unshare', {});
    this.acts.toast(say('unshared'));
  }

  async #closeAll() {
    await this.acts.page.fetch('close', {});
    sessionStorage.clear();
    this.acts.closed();
  }

  /**
   * @param {string} title
   * @param {...Node} content
   */
  #open(title, ...content) {
    this.dialog.replaceChildren(make('h2', {}, title), ...content, button(say('close'), () => this.dialog.close(), { className: 'close' }));
    this.dialog.setAttribute('aria-label', title);
    if (!this.dialog.open) this.dialog.showModal();
  }
}
