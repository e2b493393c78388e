/**
 * What the server tells a page, for the type checker alone.
 *
 * @typedef {{ score: number, supply?: [string, number][], cards?: number, herds?: [string, string, number][], name: string,
 *   colour: string, plays: string, won: boolean, detail: string,
 *   clock: { left: number, runs: boolean, deadline: number | null, why: string } | null }} Seat
 * @typedef {{ square?: [number, number], name?: string, tile?: string, turn?: number, middle?: [number, number], part?: string,
 *   figure?: string, box?: number[], card?: string, row?: string, picture?: string }} Place
 * @typedef {{ a: string, label?: string, group?: string, detail?: string, points?: string, at?: Place, last?: boolean,
 *   nothing?: boolean }} Choice
 * @typedef {{ a: string, kept: number, base: string, chosen: Choice, choices: Choice[] }} Step
 * @typedef {{ version: number, kept: number, base: string, seat: number, ready: boolean, aside: string, passes: number | null,
 *   lead: string[], ask: string, free: boolean, summary: string, choices: Choice[], steps: Step[] }} Draft
 * @typedef {{ x: number, y: number, name: string, picture: string, number: number, seat: number | null }} Tile
 * @typedef {{ square: [number, number], part: string, picture: string, box: number[], seat: number | null }} Figure
 * @typedef {{ x: number, y: number, columns: number, rows: number, stamp: string }} Paper
 * @typedef {{ kind: 'tiles', theme: string, tiles: Tile[], figures: Figure[], hand: string | null, held: (string | null)[],
 *   current: [number, number] | null, dead: [number, number][], paper: Paper | null,
 *   squares: { column: number, row: number, down: boolean } }} TilesTable
 * @typedef {{ picture: string, card: string | null, seat?: number }} RowCard
 * @typedef {{ row: string, cards: RowCard[], claims: { seat: number, end: number, picture: string }[] }} Row
 * @typedef {{ kind: 'cards', theme: string, rows: Row[], hand: { card: string, picture: string }[], asked: string | null,
 *   current: null }} CardsTable
 * @typedef {{ square?: [number, number], row?: string, seat: number }} Moved
 * @typedef {{ match: number, game: string, version: number, status: string, stamp: string, title: string, locale: string,
 *   viewer: number | null, asked: number[], progress: string, ask: string, seats: Seat[],
 *   story: { lines: string[], moved: Moved[] }, table: TilesTable | CardsTable | null, draft: Draft | null,
 *   may: Record<string, boolean>, now: number, art: string, page: string,
 *   refused?: { error: string, say: string } }} Table
 * @typedef {{ kind: string, owners: number[], land: { square: [number, number], mask: string }[] }} Owned
 */

export {};
