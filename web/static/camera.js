// What of a board is seen, and how large: by drag, pinch, wheel and keys. One square is SIDE units.

export const SIDE = 96;
const LEAST = 0.2;
const MOST = 1.6;
const NEAR = 0.5;
const DRAG = 8;

/** @typedef {{ west: number, north: number, east: number, south: number }} Area in squares, the last ones exclusive */

/** @typedef {{ whole?: boolean, calm?: boolean, middle?: [number, number] }} Placing `middle`: what to show where not all fits */

/** Moves the land below a window. */
export class Camera {
  #x = 0;
  #y = 0;
  #scale = 1;
  /** @type {Map<number, { x: number, y: number }>} */
  #fingers = new Map();
  #dragged = false;
  /** Whether somebody has moved it since it was last placed. */
  wasMoved = false;
  /** @type {[Area, Placing] | null} */
  #placed = null;

  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} land
   * @param {() => void} changed
   */
  constructor(host, land, changed) {
    this.host = host;
    this.land = land;
    this.changed = changed;
    host.addEventListener('pointerdown', (event) => this.#down(event));
    host.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'])
      host.addEventListener(name, (event) => this.#fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    host.addEventListener('click', (event) => this.#swallow(event), true);
    host.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.#again()).observe(host);
  }

  /** @returns {number} */
  get scale() {
    return this.#scale;
  }

  /**
   * Show an area, as large as it fits, but no smaller than a finger can tap unless `whole`.
   * @param {Area} area
   * @param {Placing} [how]
   */
  place(area, { whole = false, calm = false, middle } = {}) {
    this.#placed = [area, { whole, middle }];
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    const wide = (area.east - area.west + 0.6) * SIDE;
    const high = (area.south - area.north + 0.6) * SIDE;
    const fits = Math.min(width / wide, height / high);
    this.#scale = Math.min(1.25, Math.max(whole ? LEAST : NEAR, fits));
    const side = SIDE * this.#scale;
    this.#x = width / 2 - centre(area.west, area.east, width / side, middle?.[0]) * side;
    this.#y = height / 2 - centre(area.north, area.south, height / side, middle?.[1]) * side;
    this.wasMoved = false;
    this.#show(calm);
  }

  /** The window has another size: what was shown is shown again, unless somebody looks elsewhere. */
  #again() {
    if (this.#placed && !this.wasMoved) this.place(...this.#placed);
    else this.#show();
  }

  /**
   * @param {number} factor
   */
  zoom(factor) {
    this.#zoomAt(this.host.clientWidth / 2, this.host.clientHeight / 2, factor);
    this.#show(true);
  }

  /**
   * Move the land by so many units.
   * @param {number} x
   * @param {number} y
   */
  move(x, y) {
    this.#x += x * this.#scale;
    this.#y += y * this.#scale;
    this.wasMoved = true;
    this.#show(true);
  }

  /**
   * Whether a square is seen whole.
   * @param {[number, number]} square
   */
  sees([x, y]) {
    const side = SIDE * this.#scale;
    const west = this.#x + x * side;
    const north = this.#y + y * side;
    return west >= -side / 4 && north >= -side / 4 && west + side <= this.host.clientWidth + side / 4 && north + side <= this.host.clientHeight + side / 4;
  }

  /** @param {[number, number]} square */
  reveal(square) {
    if (this.sees(square)) return;
    const side = SIDE * this.#scale;
    this.#x = this.host.clientWidth / 2 - (square[0] + 0.5) * side;
    this.#y = this.host.clientHeight / 2 - (square[1] + 0.5) * side;
    this.#show(true);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#dragged = false;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.#dragged && Math.hypot(now.x - before.x, now.y - before.y) < DRAG) return;
    if (!this.#dragged) {
      this.#dragged = true;
      this.host.setPointerCapture(event.pointerId);
    }
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const { left, top } = this.host.getBoundingClientRect();
      const grown = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.#zoomAt((now.x + other.x) / 2 - left, (now.y + other.y) / 2 - top, grown);
    } else {
      this.#x += now.x - before.x;
      this.#y += now.y - before.y;
    }
    this.#fingers.set(event.pointerId, now);
    this.wasMoved = true;
    this.#show();
  }

  /** @param {Event} event a click that ends a drag is none */
  #swallow(event) {
    if (!this.#dragged) return;
    this.#dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { left, top } = this.host.getBoundingClientRect();
    this.#zoomAt(event.clientX - left, event.clientY - top, Math.exp(-event.deltaY / 400));
    this.#show();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} factor
   */
  #zoomAt(x, y, factor) {
    const scale = Math.min(MOST, Math.max(LEAST, this.#scale * factor));
    this.#x = x - ((x - this.#x) * scale) / this.#scale;
    this.#y = y - ((y - this.#y) * scale) / this.#scale;
    this.#scale = scale;
    this.wasMoved = true;
  }

  #show(calm = false) {
    this.land.classList.toggle('gliding', calm);
    this.land.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})`;
    this.land.style.setProperty('--shrunk', String(1 / this.#scale));
    this.changed();
  }
}

/**
 * The middle of what is seen between two edges: of all if it fits, else as near to a square as it can be without empty space beyond.
 * @param {number} from
 * @param {number} to
 * @param {number} seen how many squares fit
 * @param {number} [square]
 */
export function centre(from, to, seen, square) {
  const middle = (from + to) / 2;
  const rest = (to - from + 0.6 - seen) / 2;
  if (rest <= 0 || square === undefined) return middle;
  return Math.min(middle + rest, Math.max(middle - rest, square + 0.5));
}
