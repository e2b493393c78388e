// The page: hears of news, shows the table, and plays by the same drafts as the chat.

import { entered, isActivity } from './activity.js';
import { Page, Refused } from './api.js';
import { Cards } from './cards.js';
import { Film } from './film.js';
import { Panel } from './panel.js';
import { byId, make } from './parts.js';
import { Seats } from './seats.js';
import { Sheet } from './sheet.js';
import { Tiles, tileStep } from './tiles.js';
import { say, speak } from './words.js';

/** @typedef {import('./types.js').Table} Table */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').Place} Place */
/**
 * What is chosen on this page before the server has said so: where the tile lies, and the last choice of the move.
 * @typedef {{ tile: Place | null, choice: Choice | null, several: Choice[] }} Picked
 */

/** Everything that can be done on the page. */
export class Acts {
  /** @type {Table | null} */
  shown = null;
  /** @type {Picked} */
  picked = { tile: null, choice: null, several: [] };
  /** @type {Tiles | Cards | null} */
  table = null;
  /** Whether the draft of somebody who is not asked is wanted: a plan, a vote or a guess. */
  isAside = false;
  /** Whether an act is under way: there is never a second one. */
  #busy = false;
  /** @type {Record<string, unknown> | null} The step that was tapped meanwhile: of several the last counts. */
  #next = null;
  /** How often the table was asked for: only the newest answer is shown, an older one shows an older table. */
  #asked = 0;
  /** @type {string | null} The newest stamp that came during an act, whose answer may not have known it; empty for news without one. */
  #missed = null;
  #looking = 0;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.seats = new Seats(byId('seats'), byId('progress'), () => this.sheet.seats());
    this.panel = new Panel(this);
    this.sheet = new Sheet(this);
    this.film = new Film(this);
    document.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** @param {KeyboardEvent} event `r` turns the tile, Escape goes one step back; all else is a button that has the focus */
  #onKey(event) {
    if (this.sheet.dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'r') this.turn();
    else if (event.key === 'Escape') this.back();
  }

  /** @param {string} stamp as `Page.hear` tells it */
  async heard(stamp) {
    if (stamp === 'void') return this.closed();
    if (stamp && stamp === this.shown?.stamp) return;
    if (this.#busy) {
      this.#missed = this.#missed === '' ? '' : stamp;
      return;
    }
    this.#asked += 1;
    const number = this.#asked;
    this.#looking += 1;
    try {
      const found = await this.page.table(this.shown?.stamp ?? '', this.isAside);
      if (found && number === this.#asked) this.show(found);
    } finally {
      this.#looking -= 1;
    }
  }

  /** @param {Table} found */
  show(found) {
    const isFirst = !this.shown;
    const gone = this.shown && (found.version !== this.shown.version || found.draft?.base !== this.shown.draft?.base);
    if (found.page !== document.documentElement.dataset.base?.split('/').pop() && !sessionStorage.getItem('reloaded')) {
      sessionStorage.setItem('reloaded', '1'); // another program serves us by now
      return location.reload();
    }
    if (gone) this.picked = { tile: null, choice: null, several: [] };
    if (found.draft && !found.draft.aside) this.isAside = false;
    this.picked.tile = tileStep(found)?.chosen.at ?? null;
    const before = this.shown;
    this.shown = found;
    document.title = `${found.asked.includes(found.viewer ?? -1) ? '● ' : ''}${found.title}`;
    byId('table').setAttribute('aria-label', found.title);
    document.body.dataset.theme = found.table?.theme ?? '';
    if (!this.table && found.table) this.table = found.table.kind === 'tiles' ? new Tiles(byId('table'), this) : new Cards(byId('table'), byId('hand'), this);
    this.again(before);
    if (isFirst) this.film.offer();
  }

  /**
   * Draw everything as it stands.
   * @param {Table | null} [before]
   */
  again(before = null) {
    if (!this.shown) return;
    this.seats.update(this.shown, before);
    this.table?.update(this.shown, this.picked);
    this.panel.update(this.shown, this.picked);
    this.looked();
  }

  /** What is seen of the board has changed. */
  looked() {
    this.panel.tools(this.table?.hidden ?? 0);
  }

  /**
   * Lay the tile on a square: in the first way that fits there.
   * @param {Choice[]} choices
   */
  lay(choices) {
    const step = this.shown && tileStep(this.shown);
    const draft = this.shown?.draft;
    if (!draft) return;
    this.picked = { tile: choices[0].at ?? null, choice: null, several: [] };
    this.again();
    this.#try(choices[0].a, step ?? draft);
  }

  /** Turn the tile that lies: the next way that fits there. */
  turn() {
    const step = this.shown && tileStep(this.shown);
    const here = this.picked.tile?.square;
    if (!step || !here) return;
    const ways = step.choices.filter((choice) => choice.at?.square?.[0] === here[0] && choice.at.square[1] === here[1]);
    const next = ways[(ways.findIndex((way) => way.at?.tile === this.picked.tile?.tile) + 1) % ways.length];
    if (ways.length < 2) return;
    this.picked = { tile: next.at ?? null, choice: null, several: [] };
    this.again();
    this.#try(next.a, step);
  }

  /**
   * Choose what is at a place; of several, which is asked. The last choice waits for Confirm.
   * @param {Choice[]} choices
   */
  choose(choices) {
    const draft = this.shown?.draft;
    const [choice] = choices;
    if (!draft || !choice) return;
    if (choices.length === 1 && !choice.last) {
      this.#try(choice.a, draft);
      return;
    }
    const isAgain = this.picked.choice?.a === choice.a;
    this.picked = { ...this.picked, choice: choices.length > 1 || isAgain ? null : choice, several: choices.length > 1 ? choices : [] };
    this.again();
  }

  /** @param {string} square named where nobody is shown what fits */
  name(square) {
    this.do('type', { text: square });
  }

  /** Make the move, or go on to what is left to choose. */
  confirm() {
    const draft = this.shown?.draft;
    if (!draft) return;
    const { version, kept, base } = draft;
    const choice = this.picked.choice ?? draft.choices.find((each) => each.nothing);
    if (draft.ready) this.do('confirm', { version, base });
    else if (choice) this.do(choice.last ? 'play' : 'try', { version, kept, base, actions: [choice.a] });
  }

  /** One real choice back. */
  back() {
    const draft = this.shown?.draft;
    if (this.picked.choice || this.picked.several.length) {
      this.picked = { ...this.picked, choice: null, several: [] };
      return this.again();
    }
    const step = draft?.steps[draft.steps.length - 1];
    if (draft && step) this.do('try', { version: draft.version, kept: step.kept, base: step.base, actions: [] });
  }

  /** Plan, vote or guess. */
  aside() {
    this.isAside = true;
    this.do('aside', {});
  }

  /**
   * @param {string} action
   * @param {{ kept: number, base: string }} on
   */
  #try(action, on) {
    const version = this.shown?.draft?.version ?? 0;
    this.do('try', { version, kept: on.kept, base: on.base, actions: [action] });
  }

  /**
   * Do something. While an act is under way only a step of the draft is kept for later; nothing else is pressed twice.
   * @param {string} verb
   * @param {Record<string, unknown>} said
   */
  async do(verb, said) {
    if (this.#busy) {
      if (verb === 'try') this.#next = said;
      return;
    }
    this.#busy = true;
    this.#missed = this.#looking > 0 ? '' : null;
    this.#asked += 1;
    document.body.classList.add('busy');
    try {
      const found = await this.page.act(verb, { ...said, aside: this.isAside });
      if (found.refused) this.#forget();
      this.show(found);
      this.toast(found.refused?.say ?? '');
    } catch (error) {
      await this.#failed(error);
    } finally {
      this.#busy = false;
      document.body.classList.remove('busy');
    }
    const next = this.#next;
    this.#next = null;
    if (next && next.version === this.shown?.draft?.version) await this.do('try', next);
    else if (this.#missed !== null) await this.heard(this.#missed).catch(() => undefined);
  }

  /** Forget what was tapped since the server has last said how things stand. */
  #forget() {
    this.#next = null;
    this.picked = { tile: null, choice: null, several: [] };
  }

  /** @param {unknown} error */
  async #failed(error) {
    this.#forget();
    if (!(error instanceof Refused)) {
      this.toast(say('offline'));
      this.again();
      return;
    }
    if (error.code === 'page-closed') return this.closed();
    const told = error.code === 'slow' ? say('slow') : error.say || say('offline');
    const found = await this.page.table('', this.isAside).catch(() => null);
    if (found) this.show(found);
    this.toast(told);
  }

  /** @param {boolean} isThere */
  connected(isThere) {
    document.body.classList.toggle('offline', !isThere);
    if (!isThere) this.toast(say('offline'));
    else if (byId('toast').textContent === say('offline')) this.toast('');
  }

  /** @param {string} said what has to be told; nothing hides it */
  toast(said) {
    const place = byId('toast');
    place.textContent = said;
    place.hidden = !said;
  }

  /**
   * Look something up that is only shown on demand; null where it is refused or out of reach, which is told.
   * @param {string} what
   * @param {string} [square]
   * @returns {Promise<any>}
   */
  async look(what, square = '') {
    try {
      return await (await this.page.fetch(`look?what=${what}&square=${encodeURIComponent(square)}`)).json();
    } catch (error) {
      this.toast((error instanceof Refused && error.say) || say('offline'));
      return null;
    }
  }

  /** @param {string} square */
  async odds(square) {
    this.toast((await this.look('odds', square))?.say ?? '');
  }

  /** @returns {Promise<string>} the address of the printed paper */
  async paper() {
    return URL.createObjectURL(await (await this.page.fetch('paper')).blob());
  }

  closed() {
    document.body.replaceChildren(make('p', { className: 'note' }, say('closed')));
  }
}

async function main() {
  /** @type {{ page: Page, locale: string } | null} */
  let opened = null;
  try {
    opened = isActivity() ? await entered() : await Page.opened();
  } catch (error) {
    await speak(navigator.language);
    document.body.replaceChildren(make('p', { className: 'note' }, (error instanceof Refused && error.say) || say('closed')));
    return;
  }
  const words = speak(opened?.locale ?? navigator.language);
  const asked = opened?.page.table('', false);
  asked?.catch(() => undefined); // told below, once there are words for it
  await words;
  if (!opened) {
    document.body.replaceChildren(make('p', { className: 'note' }, say('closed')));
    return;
  }
  // For streams: the board and the seats alone, on nothing, to be laid over another picture.
  document.body.classList.toggle('overlay', opened.page.isPublic && new URLSearchParams(location.search).get('overlay') === '1');
  const acts = new Acts(opened.page);
  acts.toast(say('loading'));
  try {
    const found = await asked;
    if (found) acts.show(found);
    acts.toast('');
  } catch (error) {
    if (error instanceof Refused && error.code === 'page-closed') return acts.closed();
    acts.toast(error instanceof Refused ? error.say : say('offline'));
  }
  sessionStorage.removeItem('reloaded');
  document.addEventListener('visibilitychange', () => { if (!document.hidden) acts.heard('').catch(() => undefined); });
  await opened.page.hear((stamp) => acts.heard(stamp), (isThere) => acts.connected(isThere));
}

main();
