// A table of tiles: the land, the figures on it, and everything that can be tapped there.

import { Camera, SIDE } from './camera.js';
import { byId, isCalm, make, picture } from './parts.js';
import { spread } from './spread.js';
import { say } from './words.js';

/** @typedef {import('./types.js').Table} Table */
/** @typedef {import('./types.js').TilesTable} TilesTable */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').Place} Place */
/** @typedef {import('./types.js').Owned} Owned */
/** @typedef {import('./main.js').Acts} Acts */
/** @typedef {import('./main.js').Picked} Picked */

/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const AROUND = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** @param {readonly number[]} square */
const key = ([x, y]) => `${x},${y}`;

/** Shows tables of tiles. */
export class Tiles {
  /** @type {Map<string, { stamp: string, element: HTMLElement }>} */
  #shown = new Map();
  /** @type {string} */
  #asked = '';
  /** @type {string} */
  #paper = '';
  #wasRunning = false;

  /**
   * @param {HTMLElement} host
   * @param {Acts} acts
   */
  constructor(host, acts) {
    this.acts = acts;
    this.land = make('div', { className: 'land' });
    this.ground = make('div', { className: 'ground', 'aria-hidden': 'true' }); // told as the board in words
    this.owned = make('div', { className: 'owned' });
    this.figures = make('div', { className: 'figures' });
    this.marks = make('div', { className: 'marks' });
    this.offers = make('div', { className: 'offers' });
    this.land.append(this.ground, this.owned, this.figures, this.marks, this.offers);
    host.replaceChildren(this.land);
    host.className = 'tiles';
    this.camera = new Camera(host, this.land, () => acts.looked());
    host.addEventListener('click', (event) => this.#onBare(event));
    host.addEventListener('keydown', (event) => this.#onKey(event));
    host.addEventListener('focusin', () => this.#describe());
  }

  /**
   * @param {Table} shown
   * @param {Picked} picked
   */
  update(shown, picked) {
    this.shown = shown;
    const table = /** @type {TilesTable} */ (shown.table);
    this.table = table;
    this.#printed(table);
    this.#tiles(shown, table, picked);
    this.#standing(shown, table, picked);
    this.#marked(shown, table);
    this.#offered(shown, picked);
    const asked = `${shown.version} ${shown.draft?.kept ?? ''}`;
    if (asked !== this.#asked) {
      const isFirst = !this.#asked;
      this.#asked = asked;
      this.look(isFirst, this.#wasRunning && shown.status === 'finished'); // at the end all of the land is shown
    }
    this.#wasRunning = shown.status === 'running';
  }

  /** Show what matters: what is asked, and what happened last; or everything. */
  look(isFirst = false, whole = false) {
    const { shown, table } = this;
    if (!shown || !table) return;
    const places = whole ? [] : this.#places();
    const isClose = places.length > 0 && !whole && !!shown.draft?.choices.some((choice) => choice.at?.middle);
    const own = isClose ? this.#laid() : undefined;
    const squares = own ? [own] : places.length ? [...places] : whole || isFirst ? table.tiles.map((tile) => [tile.x, tile.y]) : [];
    if (places.length && !whole && !isClose) squares.push(...shown.story.moved.slice(-2).flatMap((move) => (move.square ? [move.square] : [])));
    if (!squares.length) return this.#lookAtLast();
    if (!isFirst && !whole && !isClose && places.every((square) => this.camera.sees(/** @type {[number, number]} */ (square)))) return;
    const paper = whole && table.paper;
    const area = paper
      ? { west: paper.x, north: paper.y, east: paper.x + paper.columns, south: paper.y + paper.rows }
      : wider(around(squares), isClose ? 0.9 : 0);
    this.camera.place(area, { whole, calm: !isFirst && !isCalm(), middle: this.#middle(places) });
  }

  /** The square of the tile that lies, if something can be tapped on it: that is seen large, and of the rest how much there is. */
  #laid() {
    const here = this.shown && tileStep(this.shown)?.chosen.at?.square;
    return here && this.shown?.draft?.choices.some(({ at }) => at?.middle && at.square && key(at.square) === key(here)) ? here : undefined;
  }

  /** Where nothing is asked, the newest move of others comes into sight; whoever looks elsewhere is left alone. */
  #lookAtLast() {
    const last = this.shown?.story.moved.filter((move) => move.square).pop()?.square;
    if (last && !this.camera.wasMoved && !this.camera.sees(last)) this.camera.reveal(last);
  }

  /** Whether something that can be tapped is out of sight, and how much. */
  get hidden() {
    return this.#places().filter((square) => !this.camera.sees(/** @type {[number, number]} */ (square))).length;
  }

  /** Show the next place that is out of sight. */
  next() {
    const away = this.#places().find((square) => !this.camera.sees(/** @type {[number, number]} */ (square)));
    if (away) this.camera.reveal(/** @type {[number, number]} */ (away));
  }

  /**
   * Show who owns what, with what each would bring, or take it away again.
   * @param {{ owners: Owned[], worth: { gains: [number, number][] }[] | null } | null} found
   * @param {boolean} fields
   */
  overlay(found, fields) {
    this.owned.replaceChildren();
    this.land.classList.toggle('veiled', found !== null);
    if (!found || !this.shown) return;
    const { seats, art } = this.shown;
    found.owners.forEach((feature, number) => {
      if ((feature.kind === 'meadow') !== fields) return;
      for (const { square, mask } of feature.land) {
        const veil = make('i', { className: `veil ${feature.owners.map((seat) => `of-${seats[seat].colour}`).join(' ')}` });
        veil.classList.toggle('shared', feature.owners.length > 1);
        veil.style.maskImage = `url("${art}/${mask}.png")`;
        put(veil, square);
        this.owned.append(veil);
      }
      const gains = found.worth?.[number]?.gains ?? [];
      const first = feature.land[0];
      if (!first) return;
      const told = gains.length ? gains.map(([seat, points]) => make('b', { className: `of-${seats[seat].colour}` }, `+${points}`)) : [];
      const label = make('span', { className: 'worth' }, ...told);
      put(label, first.square);
      this.owned.append(label);
    });
  }

  /** @param {TilesTable} table */
  async #printed(table) {
    const { paper } = table;
    if (!paper || paper.stamp === this.#paper) return;
    this.#paper = paper.stamp;
    const source = await this.acts.paper();
    const sheet = make('img', { src: source, alt: '', className: 'paper', draggable: false });
    Object.assign(sheet.style, { left: `${paper.x * SIDE}px`, top: `${paper.y * SIDE}px`, width: `${paper.columns * SIDE}px`, height: `${paper.rows * SIDE}px` });
    this.ground.querySelector('.paper')?.remove();
    this.ground.prepend(sheet);
  }

  /**
   * @param {Table} shown
   * @param {TilesTable} table
   * @param {Picked} picked
   */
  #tiles(shown, table, picked) {
    const wanted = new Map();
    for (const tile of table.tiles) wanted.set(key([tile.x, tile.y]), { square: [tile.x, tile.y], picture: tile.picture, name: tile.name, seat: tile.seat });
    const ghost = picked.tile;
    const laid = tileStep(shown)?.chosen.at?.square;
    if (ghost && laid) wanted.delete(key(laid));
    if (ghost?.square && ghost.tile) wanted.set(key(ghost.square), { square: ghost.square, picture: ghost.tile, name: ghost.name, seat: shown.viewer });
    for (const [where, { element }] of this.#shown) if (!wanted.has(where)) { element.remove(); this.#shown.delete(where); }
    for (const [where, tile] of wanted) {
      const before = this.#shown.get(where);
      if (before?.stamp === tile.picture) continue;
      const element = picture(`${shown.art}/${tile.picture}.png`, 'tile');
      element.title = tile.name;
      put(element, tile.square);
      if (before && !isCalm()) element.classList.add('turned');
      else if (this.#asked && !isCalm()) element.classList.add('laid');
      before?.element.remove();
      this.ground.append(element);
      this.#shown.set(where, { stamp: tile.picture, element });
    }
  }

  /**
   * @param {Table} shown
   * @param {TilesTable} table
   * @param {Picked} picked
   */
  #standing(shown, table, picked) {
    const all = table.figures.map((figure) => standing(shown, figure.square, figure.picture, figure.box));
    const choice = picked.choice?.at;
    if (choice?.figure && choice.square && choice.box) all.push(standing(shown, choice.square, choice.figure, choice.box, 'chosen'));
    this.figures.replaceChildren(...all);
  }

  /**
   * @param {Table} shown
   * @param {TilesTable} table
   */
  #marked(shown, table) {
    const moved = shown.story.moved.filter((move) => move.square);
    const last = moved.map((move, number) => {
      const mark = make('i', { className: `last of-${shown.seats[move.seat]?.colour}` }, moved.length > 1 ? make('b', {}, String(number + 1)) : null);
      put(mark, /** @type {[number, number]} */ (move.square));
      return mark;
    });
    const dead = table.dead.map((square) => put(make('i', { className: 'dead' }), square));
    this.marks.replaceChildren(...last, ...dead);
  }

  /**
   * @param {Table} shown
   * @param {Picked} picked
   */
  #offered(shown, picked) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.place;
    const found = [...this.#squares(shown, picked), ...this.#spots(shown, picked)];
    this.offers.replaceChildren(...found);
    if (focused) /** @type {HTMLElement | undefined} */ (found.find((each) => each.dataset.place === focused))?.focus({ preventScroll: true });
  }

  /**
   * Squares for a tile: those on offer now, or those where the tile that lies could lie instead.
   * @param {Table} shown
   * @param {Picked} picked
   */
  #squares(shown, picked) {
    if (shown.draft?.passes) return [];
    const step = tileStep(shown);
    const isLaid = !!picked.tile;
    const choices = isLaid ? (step?.choices ?? shown.draft?.choices ?? []) : (shown.draft?.choices ?? []);
    const found = grouped(choices.filter((choice) => choice.at?.tile));
    const buttons = [...found].map(([where, each]) => {
      const place = /** @type {Place} */ (each[0].at);
      const isHere = isLaid && picked.tile?.square && key(picked.tile.square) === where;
      const points = each.map((choice) => choice.points).find((points) => points);
      const label = isHere ? `${place.name}: ${say('turn')}` : say('square-of', { square: place.name ?? '', what: points ?? each[0].label ?? '' });
      const press = () => (isHere ? this.acts.turn() : this.acts.lay(each));
      const offer = make('button', { type: 'button', className: isHere ? 'lying' : isLaid ? 'square faint' : 'square', onclick: press, 'aria-label': label, 'data-place': where });
      if (points && !isLaid) offer.append(make('small', {}, points));
      if (isHere && each.length > 1) offer.append(make('span', { className: 'turns', 'aria-hidden': 'true' }, '⟳'));
      return put(offer, /** @type {[number, number]} */ (place.square));
    });
    return [...buttons, ...(shown.draft?.free && !isLaid ? this.#anySquares(shown) : [])];
  }

  /**
   * At a table that shows nobody what fits, every empty square beside a tile can be tapped: the bot says what it thinks of it.
   * @param {Table} shown
   */
  #anySquares(shown) {
    const table = /** @type {TilesTable} */ (shown.table);
    const taken = new Set(table.tiles.map((tile) => key([tile.x, tile.y])));
    /** @type {Map<string, [number, number]>} */
    const free = new Map();
    for (const { x, y } of table.tiles)
      for (const [dx, dy] of AROUND) if (!taken.has(key([x + dx, y + dy]))) free.set(key([x + dx, y + dy]), [x + dx, y + dy]);
    return [...free.values()].sort(byRow).map((square) => {
      const name = named(square, table.squares);
      return put(make('button', { type: 'button', className: 'square open', onclick: () => this.acts.name(name), 'aria-label': name, 'data-place': key(square) }), square);
    });
  }

  /**
   * Places on tiles, and whole squares for what is no tile.
   * @param {Table} shown
   * @param {Picked} picked
   */
  #spots(shown, picked) {
    const choices = (shown.draft?.choices ?? []).filter((choice) => choice.at?.square && !choice.at.tile);
    const found = grouped(choices);
    const middles = this.#apart([...found.values()].map(([{ at }]) => /** @type {Place} */ (at)));
    return [...found.values()].map((each) => {
      const place = /** @type {Place} */ (each[0].at);
      const middle = middles.get(place);
      const isChosen = each.some((choice) => choice.a === picked.choice?.a);
      const label = [place.name, ...each.map((choice) => [choice.group, choice.label, choice.points].filter(Boolean).join(' '))].filter(Boolean).join(', ');
      const press = () => this.acts.choose(each);
      const className = `${place.middle ? 'spot' : 'whole'} ${isChosen ? 'is-chosen' : ''}`;
      const offer = make('button', { type: 'button', className, onclick: press, 'aria-label': label, 'aria-pressed': String(isChosen), 'data-place': `${key(/** @type {[number, number]} */ (place.square))} ${place.part ?? ''}` });
      if (place.figure) offer.append(picture(`${shown.art}/${place.figure}.png`));
      const points = each.map((choice) => choice.points).find((points) => points);
      if (points) offer.append(make('small', {}, points));
      put(offer, /** @type {[number, number]} */ (place.square));
      if (middle) {
        offer.style.left = `${(/** @type {[number, number]} */ (place.square)[0] + middle[0]) * SIDE}px`;
        offer.style.top = `${(/** @type {[number, number]} */ (place.square)[1] + middle[1]) * SIDE}px`;
      }
      return offer;
    });
  }

  /**
   * Where the places on tiles are shown, in sides of a tile: so far apart that each can be tapped.
   * @param {Place[]} places
   */
  #apart(places) {
    const spots = places.filter((place) => place.middle && place.square);
    /** @type {Map<Place, [number, number]>} */
    const middles = new Map();
    for (const where of new Set(spots.map((place) => key(/** @type {[number, number]} */ (place.square))))) {
      const here = spots.filter((place) => key(/** @type {[number, number]} */ (place.square)) === where);
      const shown = spread(here.map(({ middle }) => [(middle?.[0] ?? 0) / 1000, (middle?.[1] ?? 0) / 1000]));
      here.forEach((place, number) => { middles.set(place, shown[number]); });
    }
    return middles;
  }

  /**
   * Arrows go from one thing that can be tapped to the next, or move the board; plus, minus and 0 zoom.
   * @param {KeyboardEvent} event
   */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if (way) {
      const next = this.#beside(way);
      if (next) next.focus({ preventScroll: true });
      else this.camera.move(-way[0] * SIDE, -way[1] * SIDE);
      const where = next?.dataset.place?.split(' ')[0].split(',').map(Number);
      if (where) this.camera.reveal(/** @type {[number, number]} */ (where));
    } else if (event.key === '+' || event.key === '=') this.camera.zoom(1.25);
    else if (event.key === '-') this.camera.zoom(0.8);
    else if (event.key === '0') this.look(false, true);
    else return;
    event.preventDefault();
  }

  /**
   * The nearest thing on the board that can be tapped in a direction, as seen from the one that has the focus.
   * @param {readonly number[]} way
   * @returns {HTMLElement | null}
   */
  #beside([dx, dy]) {
    const middle = (/** @type {Element} */ element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const all = /** @type {HTMLElement[]} */ ([...this.offers.children]);
    const from = all.find((each) => each === document.activeElement);
    if (!from) return all[0] ?? null;
    const [x, y] = middle(from);
    const ahead = all.flatMap((each) => {
      const [left, top] = middle(each);
      const along = (left - x) * dx + (top - y) * dy;
      const aside = Math.abs((left - x) * dy) + Math.abs((top - y) * dx);
      return along > 4 && aside <= 2 * along ? [{ each, far: along + aside }] : [];
    });
    return ahead.sort((one, other) => one.far - other.far)[0]?.each ?? null;
  }

  /** Tell those who can't see the board what lies there, once for each position. */
  async #describe() {
    const stamp = this.shown?.stamp ?? '';
    const place = byId('in-words');
    if (place.dataset.stamp === stamp) return;
    place.dataset.stamp = stamp;
    place.textContent = (await this.acts.look('board'))?.lines.join('\n') ?? '';
  }

  /** @param {Event} event a tap on a square that offers nothing asks what would fit there */
  #onBare(event) {
    if (/** @type {HTMLElement} */ (event.target).closest('button') || !this.shown?.may.odds || !this.table) return;
    const pointer = /** @type {MouseEvent} */ (event);
    const box = this.land.getBoundingClientRect();
    const side = SIDE * this.camera.scale;
    /** @type {[number, number]} */
    const square = [Math.floor((pointer.clientX - box.left) / side), Math.floor((pointer.clientY - box.top) / side)];
    const isBeside = this.table.tiles.some((tile) => Math.abs(tile.x - square[0]) + Math.abs(tile.y - square[1]) === 1);
    const isTaken = this.table.tiles.some((tile) => tile.x === square[0] && tile.y === square[1]);
    if (isBeside && !isTaken) this.acts.odds(named(square, this.table.squares));
  }

  /** @returns {number[][]} the squares of everything that is asked */
  #places() {
    const draft = this.shown?.draft;
    if (!draft) return [];
    const asked = draft.choices.flatMap((choice) => (choice.at?.square ? [choice.at.square] : []));
    return asked.length ? asked : draft.steps.flatMap((step) => (step.chosen.at?.square ? [step.chosen.at.square] : []));
  }

  /**
   * The place nearest to the last move: where not all of them fit, that one is shown.
   * @param {number[][]} places
   * @returns {[number, number] | undefined}
   */
  #middle(places) {
    const last = this.shown?.story.moved.filter((move) => move.square).pop()?.square ?? this.table?.current ?? [0, 0];
    const far = (/** @type {number[]} */ square) => Math.hypot(square[0] - last[0], square[1] - last[1]);
    return /** @type {[number, number] | undefined} */ ([...places].sort((one, other) => far(one) - far(other))[0]);
  }
}

/**
 * The step of the draft by which a tile was laid.
 * @param {Table} shown
 */
export function tileStep(shown) {
  return shown.draft?.steps.filter((step) => step.chosen.at?.tile).pop();
}

/**
 * @param {Choice[]} choices
 * @returns {Map<string, Choice[]>} by place, in reading order
 */
export function grouped(choices) {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  const order = [...choices].sort((one, other) => byRow(one.at?.square ?? [0, 0], other.at?.square ?? [0, 0]));
  for (const choice of order) {
    const where = `${key(choice.at?.square ?? [0, 0])}${choice.at?.tile ? '' : ` ${choice.at?.part ?? ''}`}`;
    found.set(where, [...(found.get(where) ?? []), choice]);
  }
  return found;
}

/**
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 */
function byRow(one, other) {
  return one[1] - other[1] || one[0] - other[0];
}

/**
 * What players call a square.
 * @param {readonly [number, number]} square
 * @param {{ column: number, row: number, down: boolean }} squares
 */
export function named([x, y], squares) {
  const width = 26 + 26 * 26;
  const number = (((squares.column + x - 1) % width) + width) % width;
  const letters = number < 26 ? String.fromCharCode(65 + number) : String.fromCharCode(64 + Math.floor(number / 26), 65 + (number % 26));
  return `${letters}${squares.down ? squares.row + y : squares.row - y}`;
}

/** @param {readonly (readonly number[])[]} squares */
function around(squares) {
  const xs = squares.map((square) => square[0]);
  const ys = squares.map((square) => square[1]);
  return { west: Math.min(...xs), north: Math.min(...ys), east: Math.max(...xs) + 1, south: Math.max(...ys) + 1 };
}

/**
 * @param {import('./camera.js').Area} area
 * @param {number} by
 */
function wider({ west, north, east, south }, by) {
  return { west: west - by, north: north - by, east: east + by, south: south + by };
}

/**
 * @template {HTMLElement} E
 * @param {E} element
 * @param {readonly [number, number]} square
 * @returns {E}
 */
function put(element, [x, y]) {
  element.style.left = `${x * SIDE}px`;
  element.style.top = `${y * SIDE}px`;
  return element;
}

/**
 * @param {Table} shown
 * @param {[number, number]} square
 * @param {string} name
 * @param {number[]} box
 * @param {string} [className]
 */
function standing(shown, square, name, box, className = '') {
  const [left, top, width, height] = box.map((each) => (each * SIDE) / 1000);
  const found = picture(`${shown.art}/${name}.png`, `figure ${className}`);
  Object.assign(found.style, { left: `${square[0] * SIDE + left}px`, top: `${square[1] * SIDE + top}px`, width: `${width}px`, height: `${height}px` });
  return found;
}

