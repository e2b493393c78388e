// A table of cards: four rows, the claims on them, and the own hand below.

import { make, picture } from './parts.js';

/** @typedef {import('./types.js').Table} Table */
/** @typedef {import('./types.js').CardsTable} CardsTable */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./main.js').Acts} Acts */
/** @typedef {import('./main.js').Picked} Picked */

/** Shows tables of cards. */
export class Cards {
  /** @type {string | null} The card of the hand that was tapped and may go into more than one row. */
  #card = null;

  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} hand
   * @param {Acts} acts
   */
  constructor(host, hand, acts) {
    this.host = host;
    this.hand = hand;
    this.acts = acts;
    host.className = 'cards';
  }

  /**
   * @param {Table} shown
   * @param {Picked} picked
   */
  update(shown, picked) {
    this.shown = shown;
    const table = /** @type {CardsTable} */ (shown.table);
    if (this.#card && !(shown.draft?.choices ?? []).some((choice) => choice.at?.card === this.#card)) this.#card = null;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.place;
    this.host.replaceChildren(...table.rows.map((row) => this.#row(shown, row, picked)));
    this.hand.replaceChildren(...table.hand.map((card, number) => this.#held(shown, card, number, picked)));
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-place="${focused}"]`))?.focus({ preventScroll: true });
  }

  look() {}

  overlay() {}

  next() {}

  get hidden() {
    return 0;
  }

  /**
   * @param {Table} shown
   * @param {import('./types.js').Row} row
   * @param {Picked} picked
   */
  #row(shown, row, picked) {
    const offered = (shown.draft?.choices ?? []).filter((choice) => choice.at?.row === row.row && (choice.at.card ?? null) === this.#card);
    const isChosen = offered.some((choice) => choice.a === picked.choice?.a);
    const isNew = shown.story.moved.some((move) => move.row === row.row);
    const lying = row.cards.map((card) => picture(`${shown.art}/${card.picture}.png`, 'card'));
    const claims = row.claims.map((claim) => {
      const meeple = picture(`${shown.art}/${claim.picture}.png`, 'claim');
      meeple.style.setProperty('--behind', String(claim.end));
      return meeple;
    });
    const chosen = isChosen && picked.choice?.at?.picture ? picture(`${shown.art}/${picked.choice.at.picture}.png`, 'card chosen') : null;
    const points = offered.map((choice) => choice.points).find((points) => points);
    const label = offered.map((choice) => [choice.group, choice.label].filter(Boolean).join(' ')).join(', ') || row.row;
    const content = make('span', { className: 'lying' }, ...lying, chosen, ...claims, points ? make('small', {}, points) : null);
    content.style.setProperty('--count', String(Math.max(6, row.cards.length + 1)));
    const className = `row row-${row.row} ${isChosen ? 'is-chosen' : ''} ${isNew ? 'is-new' : ''}`;
    const press = () => { this.acts.choose(offered); };
    return make('button', { type: 'button', className, disabled: !offered.length, onclick: press, 'aria-label': label, 'data-place': row.row }, content);
  }

  /**
   * @param {Table} shown
   * @param {{ card: string, picture: string }} card
   * @param {number} number
   * @param {Picked} picked
   */
  #held(shown, card, number, picked) {
    const choices = (shown.draft?.choices ?? []).filter((choice) => choice.at?.card === card.card);
    const press = () => {
      this.#card = this.#card === card.card ? null : card.card;
      if (choices.length === 1) this.acts.choose(choices);
      else this.acts.again();
    };
    const isChosen = this.#card === card.card || picked.choice?.at?.card === card.card;
    const label = choices[0]?.group || choices[0]?.label || card.card;
    return make('button', { type: 'button', className: `held ${isChosen ? 'is-chosen' : ''}`, disabled: !choices.length, onclick: press, 'aria-label': label, 'aria-pressed': String(isChosen), 'data-place': `hand ${number}` }, picture(`${shown.art}/${card.picture}.png`, 'card'));
  }
}
