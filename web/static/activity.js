// The board inside Discord: signs in by Discord's own scripts, and lets the reader choose where it isn't known which game is meant.

import { Page, Refused } from './api.js';
import { button, make } from './parts.js';
import { say, speak } from './words.js';

/**
 * What the server says of a person who has signed in.
 * @typedef {{ person: string, access: string, locale: string, match: number | null, games: { match: number, title: string }[] }} SignedIn
 */

/** Whether this page stands inside Discord: the server says so in its head. */
export const isActivity = () => !!meta('activity');

/** @param {string} name */
const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';

/**
 * Sign in, and open the page of the game that is meant.
 * @returns {Promise<{ page: Page, locale: string }>}
 */
export async function entered() {
  const client = meta('activity');
  const { DiscordSDK } = await import(meta('activity-sdk'));
  const sdk = new DiscordSDK(client, { disableConsoleLogOverride: true });
  await sdk.ready();
  const asked = { client_id: client, response_type: 'code', state: '', prompt: 'none', scope: ['identify'] };
  const { code } = await sdk.commands.authorize(asked);
  /** @type {SignedIn} */
  const known = await (await new Page('').fetch('sign-in', { code, instance: sdk.instanceId })).json();
  // Small pictures of the activity, while its reader is elsewhere in Discord, show the board alone.
  const shown = sdk.commands.authenticate({ access_token: known.access });
  shown.then(() => sdk.subscribe('ACTIVITY_LAYOUT_MODE_UPDATE', layout)).catch(() => undefined);
  sessionStorage.setItem('person', known.person);
  sessionStorage.setItem('games', JSON.stringify(known.games));
  await speak(known.locale);
  return enter(known.match ?? (await chosen(known.games)));
}

/** @param {{ layout_mode: number }} mode */
const layout = (mode) => document.body.classList.toggle('small', mode.layout_mode > 0);

/**
 * @param {number} match
 * @returns {Promise<{ page: Page, locale: string }>}
 */
async function enter(match) {
  const answer = await new Page(`Person ${sessionStorage.getItem('person')}`).fetch('enter', { match });
  const opened = await answer.json();
  sessionStorage.setItem('page', opened.page);
  sessionStorage.setItem('locale', opened.locale);
  return { page: new Page(`Page ${opened.page}`), locale: opened.locale };
}

/**
 * @param {{ match: number, title: string }[]} games
 * @returns {Promise<number>} the game that the reader taps
 */
function chosen(games) {
  return new Promise((choose) => {
    const ways = games.map((game) => button(game.title, () => { list.remove(); choose(game.match); }));
    const list = make('div', { className: 'choose' }, make('h1', {}, games.length ? say('which-game') : say('no-games')), ...ways);
    document.body.append(list);
  });
}

/** Choose another game; the page begins again with it. */
export async function changeGame() {
  try {
    await enter(await chosen(JSON.parse(sessionStorage.getItem('games') ?? '[]')));
    location.href = '/b/';
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    location.reload();
  }
}

/** Whether there is more than one game to choose from, inside Discord. */
export const hasGames = () => JSON.parse(sessionStorage.getItem('games') ?? '[]').length > 1;
