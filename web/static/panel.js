// Below the board, within reach of a thumb: what is asked, what can be chosen without a place, and the button that plays.

import { button, byId, make, picture } from './parts.js';
import { from, say, told } from './words.js';
import { tileStep } from './tiles.js';

/** @typedef {import('./types.js').Table} Table */
/** @typedef {import('./types.js').Draft} Draft */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./main.js').Acts} Acts */
/** @typedef {import('./main.js').Picked} Picked */

const WAYS = 40;

/** The lower part of the page. */
export class Panel {
  #hidden = -1;

  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
  }

  /**
   * @param {Table} shown
   * @param {Picked} picked
   */
  update(shown, picked) {
    const { draft } = shown;
    const said = draft ? this.#asked(shown, draft, picked) : this.#idle(shown);
    byId('said').replaceChildren(...said);
    this.#held(shown);
    byId('ways').replaceChildren(...(draft ? this.#ways(draft, picked) : this.#asides(shown)));
    byId('go').replaceChildren(...(draft ? this.#buttons(shown, draft, picked) : this.#after(shown)));
    const lines = shown.story.lines.map((line) => make('li', {}, told(line, shown.now)));
    byId('story').replaceChildren(lines.length ? make('h2', {}, say('story')) : '', make('ol', {}, ...lines));
    document.body.classList.toggle('asked', !!draft && !draft.passes);
  }

  /** @param {number} hidden how many places are out of sight */
  tools(hidden) {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    const { acts } = this;
    const isTiles = acts.shown?.table?.kind === 'tiles';
    byId('tools').replaceChildren(
      button(say('menu'), () => acts.sheet.menu(), { icon: '☰' }),
      ...(isTiles ? [button(say('whole'), () => this.#whole(), { icon: '⤢' })] : []),
      ...(hidden ? [button(say('places', { number: hidden }), () => acts.table?.next(), { icon: `➜ ${hidden}`, className: 'next' })] : []),
    );
  }

  #isWhole = false;

  #whole() {
    this.#isWhole = !this.#isWhole;
    this.acts.table?.look(!this.#isWhole, this.#isWhole);
  }

  /**
   * @param {Table} shown
   * @param {Draft} draft
   * @param {Picked} picked
   */
  #asked(shown, draft, picked) {
    const lead = draft.lead.map((line) => make('p', { className: 'lead' }, told(line, shown.now)));
    if (draft.passes) return [...lead, make('p', {}, say('passes', { time: from(draft.passes, shown.now) }))];
    const { choice } = picked;
    if (choice) return [...lead, make('p', {}, [choice.group, choice.label].filter(Boolean).join(' · ')), make('p', { className: 'hint' }, choice.detail ?? '')];
    if (draft.ready) return [...lead, make('p', {}, told(draft.summary, shown.now))];
    return [...lead, make('p', {}, told(draft.ask, shown.now)), make('p', { className: 'hint' }, this.#hint(draft))];
  }

  /** @param {Draft} draft */
  #hint(draft) {
    const at = draft.choices.map((choice) => choice.at).filter((at) => at);
    if (at.some((place) => place?.tile)) return say('tap-square');
    if (draft.free) return say('tap-any');
    if (at.some((place) => place?.middle)) return draft.steps.some((step) => step.chosen.at?.tile) ? say('tap-place') : say('tap-choice');
    if (at.some((place) => place?.card)) return say('tap-card');
    if (at.some((place) => place?.row)) return say('tap-row');
    return say('tap-choice');
  }

  /** @param {Table} shown */
  #idle(shown) {
    const waited = shown.asked.map((seat) => shown.seats[seat].name).join(', ');
    const state = { finished: 'finished', cancelled: 'cancelled', lost: 'lost' }[shown.status];
    const said = state ? say(state) : waited ? say('waiting', { names: waited }) : '';
    const winners = shown.seats.filter((seat) => seat.won).map((seat) => `${seat.name} ${say('won')} (${seat.score})`);
    return [make('p', {}, said), ...(winners.length ? [make('p', { className: 'winner' }, winners.join(' · '))] : []), ...(shown.viewer === null && !state ? [make('p', { className: 'hint' }, say('watching'))] : [])];
  }

  /**
   * The own tile, large, while it is not laid.
   * @param {Table} shown
   */
  #held(shown) {
    if (shown.table?.kind !== 'tiles') return;
    const tile = shown.table.hand ?? (shown.viewer === null ? null : shown.table.held[shown.viewer]);
    const isOwn = shown.viewer !== null && (shown.asked.includes(shown.viewer) || !shown.table.hand);
    byId('hand').replaceChildren(...(tile ? [make('figure', { className: isOwn ? 'own' : '' }, picture(`${shown.art}/${tile}.png`), make('figcaption', {}, say('hand-tile')))] : []));
  }

  /**
   * Choices that lie nowhere on the table, and those of one place.
   * @param {Draft} draft
   * @param {Picked} picked
   */
  #ways(draft, picked) {
    const found = picked.several.length ? picked.several : draft.choices.filter((choice) => !choice.at && !choice.nothing);
    return found.slice(0, WAYS).map((choice) => {
      const label = [choice.group, choice.label, choice.points].filter(Boolean).join(' · ');
      const way = button(label, () => this.acts.choose([choice]), { detail: choice.detail });
      way.classList.toggle('is-chosen', choice.a === picked.choice?.a);
      way.classList.toggle('of-place', picked.several.length > 0);
      if (choice.at?.figure) way.prepend(picture(`${this.acts.shown?.art}/${choice.at.figure}.png`));
      return way;
    });
  }

  /** @param {Table} shown */
  #asides(shown) {
    const ways = ['plan', 'vote', 'guess'].filter((way) => shown.may[way]);
    return ways.map((way) => button(say(`${way}-turn`), () => this.acts.aside()));
  }

  /**
   * @param {Table} shown
   * @param {Draft} draft
   * @param {Picked} picked
   */
  #buttons(shown, draft, picked) {
    const { acts } = this;
    if (draft.passes)
      return [
        button(say('take-back'), () => acts.do('takeback', { version: draft.version })),
        button(say('pass'), () => acts.do('pass', { version: draft.version }), { className: 'main' }),
      ];
    const step = tileStep(shown);
    const here = picked.tile?.square;
    const ways = step?.choices.filter((choice) => here && choice.at?.square?.[0] === here[0] && choice.at.square[1] === here[1]) ?? [];
    const nothing = draft.choices.find((choice) => choice.nothing);
    const choice = picked.choice ?? nothing;
    const canGo = draft.ready || !!choice;
    return [
      ...(draft.steps.length || picked.choice ? [button(say('back'), () => acts.back(), { icon: '↶' })] : []),
      ...(ways.length > 1 ? [button(say('turn'), () => acts.turn(), { icon: '⟳' })] : []),
      button(this.#goLabel(draft, choice), () => acts.confirm(), { className: 'main', disabled: !canGo }),
    ];
  }

  /**
   * @param {Draft} draft
   * @param {Choice | undefined} choice
   */
  #goLabel(draft, choice) {
    if (draft.aside && draft.ready) return say(draft.aside);
    if (draft.ready || !choice) return say('confirm');
    const what = [choice.label, choice.points].filter(Boolean).join(' ');
    return choice.last ? say('confirm-what', { what }) : what;
  }

  /** @param {Table} shown */
  #after(shown) {
    return shown.may.undo ? [button(say('undo'), () => this.acts.do('undo', {}))] : [];
  }
}
