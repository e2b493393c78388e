// Elements of the page, made safely: whatever anybody is called is text and never markup.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [properties] of the element; `data-` and `aria-` attributes by their name
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, properties = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (/^(data|aria)-|^role$/.test(name)) found.setAttribute(name, String(value));
    else Object.assign(found, { [name]: value });
  }
  found.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => /** @type {Node | string} */ (child)));
  return found;
}

/**
 * A button that says what it does.
 * @param {string} label
 * @param {() => void} pressed
 * @param {{ icon?: string, className?: string, disabled?: boolean, detail?: string }} [how]
 */
export function button(label, pressed, { icon, className = '', disabled = false, detail } = {}) {
  const name = detail ? `${label}, ${detail}` : label;
  return make(
    'button',
    { type: 'button', className, disabled, onclick: pressed, title: icon ? label : undefined, 'aria-label': name },
    icon ?? label,
    detail && make('small', {}, detail),
  );
}

/**
 * A small picture, which says nothing that is not said beside it.
 * @param {string} source
 * @param {string} [className]
 */
export function picture(source, className = '') {
  return make('img', { src: source, alt: '', className, draggable: false, decoding: 'async' });
}

/** Whether things shall not move by themselves. */
export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
