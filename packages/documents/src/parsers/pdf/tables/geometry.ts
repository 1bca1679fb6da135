/** A rectangle in the units of a page; y grows upwards. */
export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** The smallest box around all of them. */
export const boxAround = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.min(...boxes.map(({ bottom }) => bottom)),
  top: Math.max(...boxes.map(({ top }) => top)),
});

export const isInside = (box: Box, x: number, y: number): boolean =>
  x >= box.left && x <= box.right && y >= box.bottom && y <= box.top;

/** Sorts numbers and replaces those that are at most `tolerance` apart by their mean. */
export function clusters(values: readonly number[], tolerance: number): number[] {
  const groups: number[][] = [];
  for (const value of values.toSorted((one, other) => one - other)) {
    const group = groups.at(-1);
    if (group !== undefined && value - (group.at(-1) ?? value) <= tolerance) group.push(value);
    else groups.push([value]);
  }
  return groups.map((group) => group.reduce((sum, value) => sum + value, 0) / group.length);
}

/** The index of the value that is nearest to a number. The values are sorted, up or down. */
export function nearestIndex(values: readonly number[], to: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const distance = Math.abs((values[at] ?? 0) - to);
    if (distance > least) break;
    if (distance < least) best = at;
    least = distance;
  }
  return best;
}
