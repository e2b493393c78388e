// The words of the page in the reader's language, and how moments and lengths of time are said.

/** @type {Record<string, string>} */
let sentences = {};
let locale = 'en';

/** The address under which the files of the page lie. */
export const BASE = document.documentElement.dataset.base ?? '';

/**
 * Load the words of a language, with its region's where it has some; English where it is not spoken.
 * @param {string} wanted
 */
export async function speak(wanted) {
  const language = wanted.slice(0, 2);
  for (const name of new Set([wanted, language === 'pt' ? 'pt-BR' : language, 'en'])) {
    const found = await fetch(`${BASE}/words.${name}.json`);
    if (found.ok) {
      sentences = await found.json();
      locale = name;
      document.documentElement.lang = name;
      return;
    }
  }
}

/**
 * A sentence by its key, filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [fills]
 */
export function say(key, fills = {}) {
  return (sentences[key] ?? '').replace(/\{(\w+)\}/g, (_, name) => String(fills[name] ?? ''));
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

/**
 * A length of time, as short as it can be said.
 * @param {number} seconds
 */
export function length(seconds) {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each * (each === 1 ? 1 : 1)) ?? UNITS[3];
  const number = Math.floor(seconds / size);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(number);
}

/**
 * A moment as seen from another one: "in 3 hours".
 * @param {number} moment
 * @param {number} now
 */
export function from(moment, now) {
  const seconds = moment - now;
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS[3];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/**
 * A sentence of the chat, its moments (`<t:1700000000:R>`) said in the reader's way.
 * @param {string} text
 * @param {number} now
 */
export function told(text, now) {
  return text.replace(/<t:(-?\d+)(?::(\w))?>/g, (_, moment, style) =>
    style === 'R'
      ? from(Number(moment), now)
      : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(Number(moment) * 1000),
  );
}
