// Who plays: points, figures at hand, whose turn it is, and how long they have.

import { byId, isCalm, make, picture } from './parts.js';
import { length, say } from './words.js';

/** @typedef {import('./types.js').Table} Table */
/** @typedef {import('./types.js').Seat} Seat */

const TICK_MS = 10_000;

/** The head of the page. */
export class Seats {
  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} progress
   * @param {() => void} pressed
   */
  constructor(list, progress, pressed) {
    this.list = list;
    this.pressed = pressed;
    this.progress = progress;
    setInterval(() => this.#tick(), TICK_MS);
  }

  /**
   * @param {Table} shown
   * @param {Table | null} before
   */
  update(shown, before) {
    this.shown = shown;
    this.at = performance.now();
    this.list.replaceChildren(...shown.seats.map((seat, number) => this.#seat(shown, seat, number)));
    this.list.dataset.count = String(shown.seats.length);
    this.progress.textContent = [shown.progress, shown.title].filter(Boolean).join(' · ');
    if (before && !isCalm())
      shown.seats.forEach((seat, number) => {
        const gained = seat.score - (before.seats[number]?.score ?? seat.score);
        if (gained) this.#fly(number, gained);
      });
  }

  /**
   * @param {Table} shown
   * @param {Seat} seat
   * @param {number} number
   */
  #seat(shown, seat, number) {
    const isAsked = shown.asked.includes(number);
    const figures = (seat.supply ?? []).map(([name, count]) => make('span', { className: 'supply' }, picture(`${shown.art}/${name}.png`), String(count)));
    const cards = seat.cards ? [make('span', { className: 'supply' }, `🂠 ${seat.cards}`)] : [];
    const herds = (seat.herds ?? []).map(([, name, count]) => make('span', { className: 'supply herd' }, picture(`${shown.art}/${name}.png`), String(count)));
    const who = number === shown.viewer ? say('you') : seat.plays === 'computer' ? say('computer') : '';
    const label = [seat.name, who, String(seat.score), seat.won ? say('won') : isAsked ? say('asked') : '', seat.detail].filter(Boolean).join(', ');
    const place = make(
      'button',
      { type: 'button', className: `seat of-${seat.colour} ${isAsked ? 'is-asked' : ''} ${seat.won ? 'is-won' : ''}`, 'aria-label': label, onclick: this.pressed },
      make('span', { className: 'who' }, shown.art && picture(`${shown.art}/figure.small.${seat.colour}.0.png`)),
      make('span', { className: 'name' }, seat.name, seat.won ? ' 🏆' : ''),
      make('span', { className: 'more' }, who && make('span', {}, who), make('span', { className: 'time' }, this.#time(seat)), ...figures, ...cards, ...herds),
      make('b', { className: 'score' }, String(seat.score)),
    );
    return make('li', {}, place);
  }

  /** @param {Seat} seat */
  #time(seat) {
    if (!seat.clock || !this.shown) return '';
    const passed = (performance.now() - (this.at ?? 0)) / 1000;
    const { clock } = seat;
    const left = clock.deadline ? clock.deadline - this.shown.now - passed : clock.left - (clock.runs ? passed : 0);
    return left > 0 ? length(left) : say('over-time');
  }

  #tick() {
    this.shown?.seats.forEach((seat, number) => {
      const place = this.list.children[number]?.querySelector('.time');
      if (place && seat.clock?.runs) place.textContent = this.#time(seat);
    });
  }

  /**
   * @param {number} seat
   * @param {number} points
   */
  #fly(seat, points) {
    const home = this.list.children[seat]?.querySelector('.score')?.getBoundingClientRect();
    if (!home) return;
    const flying = make('b', { className: `flying of-${this.shown?.seats[seat].colour}` }, `${points > 0 ? '+' : ''}${points}`);
    document.body.append(flying);
    const start = ([...document.querySelectorAll('.last')].pop() ?? byId('table')).getBoundingClientRect();
    flying
      .animate(
        [
          { transform: `translate(${start.left + start.width / 2}px, ${start.top + start.height / 2}px) scale(1.6)`, opacity: 0 },
          { opacity: 1, offset: 0.25 },
          { transform: `translate(${home.left}px, ${home.top}px) scale(1)`, opacity: 1 },
        ],
        { duration: 900, easing: 'cubic-bezier(.4,0,.2,1)' },
      )
      .finished.finally(() => flying.remove());
  }
}
