// A finished game step by step: the board after each turn, what happened in it, and what the analysis says of it.

import { Page, Refused } from './api.js';
import { Cards } from './cards.js';
import { button, byId, isCalm, make } from './parts.js';
import { Seats } from './seats.js';
import { Tiles } from './tiles.js';
import { say, speak, told } from './words.js';

/** @typedef {import('./types.js').Table & { analysis: string[] }} Step */
/** @typedef {{ steps: number, turns: number[][], lost: number[] | null, expected: (number[] | null)[] | null }} Overview */

const STEP_MS = 1_400;
const WIDE = 600;
const HIGH = 90;

/** The page. */
class Replay {
  /** @type {Map<number, Promise<Step>>} */
  #steps = new Map();
  #number = -1;
  #running = 0;
  /** @type {Tiles | Cards | null} */
  #table = null;

  /**
   * @param {Page} page
   * @param {Overview} overview
   */
  constructor(page, overview) {
    this.page = page;
    this.overview = overview;
    this.seats = new Seats(byId('seats'), byId('progress'), () => undefined);
    this.slider = make('input', { type: 'range', min: '0', max: String(overview.steps - 1), oninput: () => this.#to(Number(this.slider.value)) });
    this.runner = button(say('run'), () => this.#run(), { icon: '▶' });
    byId('steps').replaceChildren(
      button(say('before'), () => this.#to(this.#number - 1), { icon: '◀' }),
      this.slider,
      button(say('after'), () => this.#to(this.#number + 1), { icon: '▷' }),
      this.runner,
      make('a', { href: page.isPublic ? location.pathname.replace(/\/replay$/, '') : '/b/', className: 'key' }, say('back-to-board')),
    );
    addEventListener('keydown', (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (way && event.target !== this.slider) this.#to(this.#number + way);
    });
  }

  /** Begin with the board as the game ended. */
  async begin() {
    await this.#show(this.overview.steps - 1);
  }

  /** @param {number} number */
  #to(number) {
    this.#running += 1;
    this.#running_label(false);
    this.#show(number).catch((error) => this.#failed(error));
  }

  async #run() {
    this.#running += 1;
    const run = this.#running;
    if (this.runner.dataset.runs) return this.#running_label(false);
    this.#running_label(true);
    const last = this.overview.steps - 1;
    try {
      for (let number = this.#number >= last ? 0 : this.#number; number <= last && run === this.#running; number += 1) {
        await this.#show(number);
        await new Promise((rest) => setTimeout(rest, STEP_MS));
      }
    } catch (error) {
      this.#failed(error);
    }
    if (run === this.#running) this.#running_label(false);
  }

  /** @param {boolean} runs */
  #running_label(runs) {
    if (runs) this.runner.dataset.runs = '1';
    else delete this.runner.dataset.runs;
    this.runner.replaceChildren(runs ? '⏸' : '▶');
    this.runner.setAttribute('aria-label', say(runs ? 'halt' : 'run'));
    this.runner.title = say(runs ? 'halt' : 'run');
  }

  /** @param {number} number */
  async #show(number) {
    if (number < 0 || number >= this.overview.steps || number === this.#number) return;
    const before = this.#number >= 0 ? await this.#step(this.#number) : null;
    this.#number = number;
    const step = await this.#step(number);
    if (number !== this.#number) return; // another one was chosen meanwhile
    if (!this.#table && step.table) this.#table = this.#made(step);
    document.body.dataset.theme = step.table?.theme ?? '';
    this.slider.value = String(number);
    const where = say('turn-of', { number, total: this.overview.steps - 1 });
    this.slider.setAttribute('aria-valuetext', where);
    this.slider.setAttribute('aria-label', where);
    document.title = step.title;
    this.seats.update(step, before && !isCalm() ? before : null);
    byId('progress').textContent = `${where} · ${step.title}`;
    this.#table?.update(step, { tile: null, choice: null, several: [] });
    byId('story').replaceChildren(...step.story.lines.map((/** @type {string} */ line) => make('p', {}, told(line, step.now ?? 0))));
    const lost = this.overview.lost?.[number - 1];
    byId('judged').replaceChildren(
      ...(this.overview.lost ? [] : [make('p', { className: 'soft' }, say('not-analysed'))]),
      ...(lost ? [make('p', { className: 'lost' }, say('lost-here', { points: lost.toFixed(0) }))] : []),
      ...step.analysis.map((/** @type {string} */ line) => make('p', {}, line)),
    );
    this.#course(step);
    if (number + 1 < this.overview.steps) this.#step(number + 1).catch(() => undefined);
  }

  /** @param {Step} step */
  #made(step) {
    const acts = /** @type {import('./main.js').Acts} */ (/** @type {unknown} */ ({ looked() {}, odds() {}, choose() {}, again() {}, paper: async () => URL.createObjectURL(await (await this.page.fetch('paper')).blob()) }));
    return step.table?.kind === 'tiles' ? new Tiles(byId('table'), acts) : new Cards(byId('table'), byId('hand'), acts);
  }

  /** @param {number} number */
  #step(number) {
    const known = this.#steps.get(number) ?? this.page.fetch(`replay?step=${number}`).then((answer) => answer.json());
    this.#steps.set(number, known);
    known.catch(() => this.#steps.delete(number));
    return known;
  }

  /**
   * The points that each seat was expected to end with, turn by turn; the turns that cost points are marked.
   * @param {Step} step
   */
  #course(step) {
    const { expected, lost, steps } = this.overview;
    if (!expected || steps < 2) return;
    const all = expected.flatMap((points) => points ?? []);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const x = (/** @type {number} */ number) => (number / (steps - 1)) * WIDE;
    const y = (/** @type {number} */ points) => HIGH - 4 - ((points - low) / Math.max(high - low, 1)) * (HIGH - 8);
    const svg = drawn('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': say('expected') });
    step.seats.forEach((seat, number) => {
      const points = expected.map((each, turn) => (each ? `${x(turn + 1).toFixed(1)},${y(each[number]).toFixed(1)}` : '')).filter(Boolean);
      svg.append(drawn('polyline', { points: points.join(' '), class: `line of-${seat.colour}` }));
    });
    (lost ?? []).forEach((points, turn) => {
      if (points) svg.append(drawn('line', { x1: x(turn + 1), x2: x(turn + 1), y1: HIGH - 8, y2: HIGH, class: 'cost' }));
    });
    svg.append(drawn('line', { x1: x(this.#number), x2: x(this.#number), y1: 0, y2: HIGH, class: 'here' }));
    byId('course').replaceChildren(make('small', {}, say('expected')), svg);
  }

  /** @param {unknown} error */
  #failed(error) {
    const place = byId('toast');
    place.textContent = (error instanceof Refused && error.say) || say('offline');
    place.hidden = false;
  }
}

/**
 * @param {string} tag
 * @param {Record<string, unknown>} attributes
 */
function drawn(tag, attributes) {
  const found = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, String(value));
  return found;
}

async function main() {
  const shared = location.pathname.match(/^\/g\/([^/]+)\/replay$/)?.[1];
  const kept = sessionStorage.getItem('page');
  await speak(shared ? navigator.language : sessionStorage.getItem('locale') ?? navigator.language);
  try {
    if (!shared && !kept) throw new Refused(401, {});
    const page = new Page(shared ? `Share ${shared}` : `Page ${kept}`);
    await new Replay(page, await (await page.fetch('replay')).json()).begin();
  } catch (error) {
    const told_ = (error instanceof Refused && error.say) || say(error instanceof Refused ? 'closed' : 'offline');
    document.body.replaceChildren(make('p', { className: 'note' }, told_));
  }
}

main();
