/** A bar of a chart, in the units of its view box. */
export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the smallest round number that is at least `value`: 1, 2 or 5 times a power of ten. */
export const roundUp = (value: number): number => {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= value) ?? 10;
  return factor * power;
};

interface Room {
  width: number;
  height: number;
}

/** Returns bars side by side that fill the width. A value above zero is always visible. */
export const layOutBars = (values: readonly number[], top: number, { width, height }: Room): Bar[] => {
  const step = width / Math.max(1, values.length);
  const gap = Math.min(2, step / 4);
  return values.map((value, index) => {
    const share = Math.min(1, Math.max(0, value / top));
    const length = value > 0 ? Math.max(1, share * height) : 0;
    return { x: index * step + gap / 2, y: height - length, width: step - gap, height: length };
  });
};
