// Places that lie close together on a tile, moved apart so that a finger can tell them from each other.

/** The least distance of two places, in sides of a tile: 40 pixels where a tile is 120 wide. */
export const LEAST = 1 / 3;
const ROUNDS = 24;
const EDGE = 0.06;

/**
 * @param {readonly (readonly [number, number])[]} middles of the places on one tile, in sides of it
 * @returns {[number, number][]} where they are shown: as near as that allows, and on the tile
 */
export function spread(middles) {
  /** @type {[number, number][]} */
  const shown = middles.map(([x, y]) => [x, y]);
  for (let round = 0; round < ROUNDS; round += 1)
    for (let one = 0; one < shown.length; one += 1)
      for (let other = one + 1; other < shown.length; other += 1) {
        const [dx, dy] = [shown[other][0] - shown[one][0], shown[other][1] - shown[one][1]];
        const far = Math.hypot(dx, dy);
        if (far >= LEAST) continue;
        const turn = far ? Math.atan2(dy, dx) : one + other;
        const push = (LEAST - far) / 2 + 0.002;
        for (const [each, way] of [[one, -1], [other, 1]])
          shown[each] = [inside(shown[each][0] + way * push * Math.cos(turn)), inside(shown[each][1] + way * push * Math.sin(turn))];
      }
  return shown;
}

/** @param {number} side */
const inside = (side) => Math.min(1 - EDGE, Math.max(EDGE, side));
