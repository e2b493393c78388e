// What happened since the reader's last turn, shown one tile after the other.

import { isCalm } from './parts.js';

/** @typedef {import('./main.js').Acts} Acts */
/** @typedef {import('./types.js').TilesTable} TilesTable */

const STEP_MS = 900;
const MOST = 8;

/** Plays the last moves on the board as it is. */
export class Film {
  #running = 0;

  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    addEventListener('pointerdown', () => { this.#running += 1; }, true);
  }

  /** A page that was just opened shows the film where several have moved and movement is welcome. */
  offer() {
    const moved = this.acts.shown?.story.moved.length ?? 0;
    if (moved > 1 && !isCalm() && this.acts.shown?.viewer !== null) this.play();
  }

  /** Lay the last tiles once more, one after the other; a tap anywhere ends it. */
  async play() {
    const { shown, table } = this.acts;
    if (shown?.table?.kind !== 'tiles' || !table) return;
    this.#running += 1;
    const run = this.#running;
    const moved = shown.story.moved.filter((move) => move.square).slice(-MOST);
    const all = /** @type {TilesTable} */ (shown.table);
    for (let done = 0; done <= moved.length && run === this.#running; done += 1) {
      const later = new Set(moved.slice(done).map((move) => String(move.square)));
      const tiles = all.tiles.filter((tile) => !later.has(String([tile.x, tile.y])));
      const figures = all.figures.filter((figure) => !later.has(String(figure.square)));
      const story = { ...shown.story, moved: moved.slice(Math.max(0, done - 1), done) };
      table.update({ ...shown, table: { ...all, tiles, figures }, draft: null, story }, { tile: null, choice: null, several: [] });
      await new Promise((rest) => setTimeout(rest, STEP_MS));
    }
    this.acts.again();
  }
}
