/** One figure of the product next to its limit, both from the same run. */
export interface Measurement {
  name: string;
  /** Describes the figure in the table. */
  what: string;
  unit: string;
  ours: number;
  limit: number;
  /** Says how the limit was measured. */
  limitIs: string;
  better: 'lower' | 'higher';
  /** Explains the distance to the limit in one line. */
  distance: string;
}

/** A part of the benchmark, which `--only` selects by name. */
export interface Part {
  name: string;
  measure(options: PartOptions): Promise<Measurement[]>;
}

export interface PartOptions {
  /** Environment for the process of the product, used for profiles. */
  env: Record<string, string>;
}

/**
 * Returns how far the product is from the limit: 1 is at the limit, 2 is twice as slow, large or costly, and less than 1 is
 * better than it.
 */
export const compareToLimit = ({
  ours,
  limit,
  better,
}: Pick<Measurement, 'ours' | 'limit' | 'better'>): number =>
  better === 'lower' ? ours / limit : limit / ours;

const shown = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const rowOf = (measurement: Measurement): string => {
  const { what, unit, ours, limit, limitIs, distance } = measurement;
  return `| ${what} | ${shown(ours)} ${unit} | ${shown(limit)} ${unit} | **${compareToLimit(measurement).toFixed(2)}** | ${limitIs} | ${distance} |`;
};

/** Formats the measurements as a Markdown table. */
export const formatTable = (measurements: readonly Measurement[]): string =>
  [
    '| measured | ours | limit | ratio | the limit is | the distance is |',
    '| --- | ---: | ---: | ---: | --- | --- |',
    ...measurements.map(rowOf),
  ].join('\n');
