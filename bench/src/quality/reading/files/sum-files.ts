import type { FileResult } from './measure-files.ts';

const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));

const median = (values: readonly number[]): string => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]?.toFixed(3) ?? '–';
};

const perThousand = (part: number, whole: number): string =>
  whole === 0 ? '–' : ((1000 * part) / whole).toFixed(1);

/** The share of a peer's words that a file needs to count as well read. */
export const wellRead = 0.98;

const rowOf = (format: string, results: readonly FileResult[]): string => {
  const count = (outcome: FileResult['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const compared = results.flatMap(({ best }) => (best ? [best] : []));
  const words = compared.reduce((sum, one) => sum + one.words, 0);
  const lost = compared.reduce((sum, { lost: own }) => sum + own.length, 0);
  const added = compared.reduce((sum, { added: own }) => sum + own.length, 0);
  const well = compared.filter(({ inOrder }) => inOrder >= wellRead).length;
  const cells = [
    ...[format, results.length, count('read'), count('refused'), count('failed'), compared.length],
    ...[median(compared.map(({ inOrder }) => inOrder)), share(well, compared.length)],
    ...[perThousand(lost, words), perThousand(added, words)],
    results.filter(({ notes }) => notes.length > 0).length,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Returns a table with a row for each format and one for all files. */
export const sumFiles = (results: readonly FileResult[]): string => {
  const formats = [...new Set(results.map(({ format }) => format))].toSorted();
  return [
    '| format | files | read | refused | failed | compared | median of the words in order | at least 98 % in order | lost, of 1,000 words | added | with notes |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...formats.map((format) =>
      rowOf(
        format,
        results.filter((one) => one.format === format),
      ),
    ),
    rowOf('all', results),
  ].join('\n');
};
