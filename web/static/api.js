// Asks the server: who we are, the table, what we do, and news of it all.

/** @typedef {import('./types.js').Table} Table */

const HOME = '/b/api';
const SILENT_MS = 40_000;
const POLL_MS = 5_000;
const AGAIN_MS = [500, 1_000, 2_000, 5_000, 10_000];

/** What the server has refused, and why in words. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{ error?: string, say?: string }} said
   */
  constructor(status, said) {
    super(said.error ?? String(status));
    this.status = status;
    this.code = said.error ?? '';
    this.say = said.say ?? '';
  }
}

/** A page's own key, kept by this browser for one match; several members of one match fit one browser. */
export class Page {
  /** @param {string} authorization */
  constructor(authorization) {
    this.authorization = authorization;
    this.isPublic = authorization.startsWith('Share ');
  }

  /**
   * The page that the address names: a link that is opened now, or one that this tab has opened before.
   * @returns {Promise<{ page: Page, locale: string } | null>}
   */
  static async opened() {
    if (location.pathname.startsWith('/g/')) return { page: new Page(`Share ${location.pathname.slice(3)}`), locale: navigator.language };
    const link = location.hash.slice(1);
    if (link) {
      history.replaceState(null, '', location.pathname + location.search);
      const answer = await fetch(`${HOME}/open`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ link }) });
      const said = await answer.json();
      if (answer.ok) {
        sessionStorage.setItem('page', said.page);
        sessionStorage.setItem('locale', said.locale);
      } else if (!sessionStorage.getItem('page')) {
        throw new Refused(answer.status, said);
      }
    }
    const kept = sessionStorage.getItem('page');
    return kept ? { page: new Page(`Page ${kept}`), locale: sessionStorage.getItem('locale') ?? 'en' } : null;
  }

  /**
   * @param {string} path
   * @param {Record<string, unknown>} [body] what is done; without it something is only asked
   * @param {Record<string, string>} [headers]
   */
  async fetch(path, body, headers = {}) {
    const answer = await fetch(`${HOME}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: this.authorization, ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      body: body && JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
    });
    if (!answer.ok && answer.status !== 304) throw new Refused(answer.status, await answer.json().catch(() => ({})));
    return answer;
  }

  /**
   * The table; null where it is what `stamp` says.
   * @param {string} stamp
   * @param {boolean} aside
   * @returns {Promise<Table | null>}
   */
  async table(stamp, aside) {
    const answer = await this.fetch(aside ? 'table?aside=1' : 'table', undefined, stamp ? { 'If-None-Match': `"${stamp}"` } : {});
    return answer.status === 304 ? null : answer.json();
  }

  /**
   * Do something; the table as it is then.
   * @param {string} verb
   * @param {Record<string, unknown>} said
   * @returns {Promise<Table>}
   */
  async act(verb, said) {
    return (await this.fetch(verb, said)).json();
  }

  /**
   * Hear of news for as long as the page is open: by a stream, and by asking now and then while no stream says anything.
   *
   * A proxy may hold a stream back without an end or an error, so asking begins with the stream and not after it.
   * @param {(stamp: string) => Promise<void>} heard called with the newest stamp, with none where it must be asked for, and with
   *   `void` where the page was closed
   * @param {(isThere: boolean) => void} connected
   */
  async hear(heard, connected) {
    let failures = 0;
    for (;;) {
      let isStreaming = false;
      let isAnswered = false;
      const asking = setInterval(() => {
        heard('').then(() => { isAnswered = true; connected(true); }).catch(() => undefined);
      }, POLL_MS);
      try {
        await this.#streamed(heard, () => {
          clearInterval(asking);
          isStreaming = true;
          failures = 0;
          connected(true);
        });
      } catch (error) {
        if (error instanceof Refused && [401, 403, 404].includes(error.status)) return heard('void');
        failures += 1;
        if (!(error instanceof Refused) && !isAnswered) connected(false);
      } finally {
        clearInterval(asking);
      }
      if (!isStreaming) await heard('').catch(() => undefined);
      const pause = isStreaming ? 200 : Math.max(POLL_MS, AGAIN_MS[Math.min(failures, AGAIN_MS.length) - 1] ?? 0);
      await new Promise((done) => setTimeout(done, failures === 1 ? 500 : pause));
    }
  }

  /**
   * @param {(stamp: string) => Promise<void>} heard
   * @param {() => void} streaming called whenever the stream says anything
   */
  async #streamed(heard, streaming) {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), SILENT_MS);
    try {
      const answer = await fetch(`${HOME}/news`, { headers: { Authorization: this.authorization }, signal: silence.signal, cache: 'no-store' });
      if (!answer.ok || !answer.body) throw new Refused(answer.status, await answer.json().catch(() => ({})));
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENT_MS);
        streaming();
        const lines = (rest + value).split('\n\n');
        rest = lines.pop() ?? '';
        const stamp = lines.filter((line) => line.startsWith('data: ')).pop()?.slice(6);
        if (stamp) await heard(stamp);
        if (stamp === 'void') throw new Refused(401, {});
      }
    } finally {
      clearTimeout(timer);
    }
  }
}
