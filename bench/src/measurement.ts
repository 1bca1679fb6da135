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

const rowOf = (measurement: Measurement, what: string): string => {
  const { unit, ours, limit, limitIs } = measurement;
  return `| ${what} | ${shown(ours)} ${unit} | ${shown(limit)} ${unit} | **${compareToLimit(measurement).toFixed(2)}** | ${limitIs} |`;
};

/** A figure with the part of the benchmark that measured it, and the load of the machine. */
export type Kept = Measurement & { part?: string; load?: number };

/** Returns the common ending of all rows of a group, which becomes part of its heading. */
const settingOf = (what: string): string => /, ([\d,]+ chunks of \d+ dimensions)$/.exec(what)?.[1] ?? '';

const groupOf = ({ part = 'other', what }: Kept): string => {
  const setting = settingOf(what);
  return setting === '' ? part : `${part.split('-')[0]}, ${setting}`;
};

const formatGroup = (title: string, measurements: readonly Kept[]): string => {
  const setting = settingOf(measurements[0]?.what ?? '');
  const short = ({ what }: Kept) => (setting === '' ? what : what.slice(0, -setting.length - 2));
  const distances = new Map(measurements.map((one) => [one.distance, short(one)] as const).toReversed());
  return [
    `### ${title[0]?.toUpperCase()}${title.slice(1)}`,
    '| measured | ours | limit | ratio | the limit is |',
    '| --- | ---: | ---: | ---: | --- |',
    ...measurements.map((one) => rowOf(one, short(one))),
    '',
    'Reasons for the distance:',
    ...[...distances].toReversed().map(([distance, what]) => `- *${what}*: ${distance}`),
  ].join('\n');
};

/** Formats the measurements as Markdown tables, one for each part of the benchmark, each with the reasons for its distances. */
export const formatTables = (measurements: readonly Kept[]): string => {
  const groups = new Map<string, Kept[]>();
  for (const one of measurements) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one]);
  return [...groups].map(([title, rows]) => formatGroup(title, rows)).join('\n\n');
};
