import type { Chart } from '@atelier/contracts/assistants/tools/chart';
import { roundUp } from '../../../../../lib/days/bars.ts';

export const room = { width: 600, height: 200 };

interface Range {
  top: number;
  bottom: number;
}

/** Returns the round numbers between which all values of a chart lie, with zero. */
export const computeValueRange = ({ series }: Chart): Range => {
  const values = series.flatMap((each) => each.values);
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const bottom = least < 0 ? -roundUp(-least) : 0;
  return { top: most > 0 || bottom === 0 ? roundUp(most) : 0, bottom };
};

/** Returns how far from the top a value is drawn. */
export const scaleY = (value: number, { top, bottom }: Range): number =>
  ((top - value) / (top - bottom)) * room.height;

/** Returns the place of the middle of a label. */
const scaleX = (at: number, labels: number): number => ((at + 0.5) * room.width) / labels;

export interface ChartBar {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the bars of one series, beside those of the others for the same label. */
export const computeBars = (chart: Chart, of: number): ChartBar[] => {
  const range = computeValueRange(chart);
  const step = room.width / chart.labels.length;
  const width = (step * 0.8) / chart.series.length;
  const zero = scaleY(0, range);
  return (chart.series[of]?.values ?? []).map((value, at) => {
    const y = scaleY(value, range);
    const x = at * step + step * 0.1 + of * width;
    return { x, y: Math.min(y, zero), width, height: Math.abs(y - zero) };
  });
};

/** Returns the points of the line of a series, as SVG writes them. */
export const computeLinePoints = (chart: Chart, of: number): string => {
  const range = computeValueRange(chart);
  const values = chart.series[of]?.values ?? [];
  return values.map((value, at) => `${scaleX(at, chart.labels.length)},${scaleY(value, range)}`).join(' ');
};
