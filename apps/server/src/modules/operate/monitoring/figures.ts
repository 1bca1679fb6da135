import {
  type CountedFigure,
  countedFigures,
  type MonitorFigures,
} from '@atelier/contracts/operate/monitoring/monitor-shapes';

/** The upper ends of the classes of times, in milliseconds, as the columns of `monitor_hours` are named. The last class has none. */
export const timeClasses = [
  100, 250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 60_000, 300_000, 1_800_000, 14_400_000,
] as const;

/** Figures with the number of times in each class. */
export type CountedFigures = Record<CountedFigure, number> & { times: readonly number[] };

/**
 * Estimates the time that this share of all took at most, as if the times of a class were spread evenly over it. Returns null without times,
 * and the lower end of the last class, which has no upper one.
 */
export const estimateTime = (times: readonly number[], share: number): number | null => {
  const total = times.reduce((sum, each) => sum + each, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  for (const [index, each] of times.entries()) {
    const from = timeClasses[index - 1] ?? 0;
    const to = timeClasses[index] ?? from;
    if (each > 0 && below + each >= wanted) return Math.round(from + ((wanted - below) / each) * (to - from));
    below += each;
  }
  return null;
};

export const presentFigures = ({ times, ...counts }: CountedFigures): MonitorFigures => ({
  ...counts,
  medianMs: estimateTime(times, 0.5),
  slowMs: estimateTime(times, 0.95),
});

const nothing = Object.fromEntries(countedFigures.map((figure) => [figure, 0])) as Record<
  CountedFigure,
  number
>;

export const noFigures: CountedFigures = { ...nothing, times: [] };

/** Adds up figures of several hours or days. */
export const addFigures = (all: readonly CountedFigures[]): CountedFigures => {
  const sum = { ...nothing };
  const times = [...timeClasses, 0].map(() => 0);
  for (const each of all) {
    for (const name of countedFigures) sum[name] += each[name];
    for (const [index, number] of each.times.entries()) times[index] = (times[index] ?? 0) + number;
  }
  return { ...sum, times };
};
