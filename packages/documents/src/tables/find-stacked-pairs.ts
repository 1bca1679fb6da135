import { detectKind } from './cell-kinds.ts';
import type { FormPair } from './find-form.ts';
import type { Row } from './grid.ts';
import { isUsualLabel, isUsualName } from './usual-names.ts';

/** The fewest rows of labels. A single one above a row of values is the head of a table. */
const fewestRows = 2;
/** The largest share of values with words of labels. */
const mostLikeLabels = 0.2;

const isLabelRow = ({ cells }: Row): boolean => {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => detectKind(cell) === 'text' && isUsualLabel(cell));
};

/** Returns the pairs of a row of labels and the row of values below it, or undefined where a value has no label. */
function pairRows(labels: Row, values: Row): FormPair[] | undefined {
  const hasLabel = (column: number): boolean => (labels.cells[column] ?? '') !== '';
  if (!isLabelRow(labels) || values.cells.some((value, column) => value !== '' && !hasLabel(column)))
    return undefined;
  return labels.cells.flatMap((label, column) =>
    label === '' ? [] : [{ label, value: values.cells[column] ?? '' }],
  );
}

/** Returns true for the pairs of one thing: labels differ from each other, and values are no labels. */
const areOfOneThing = (pairs: readonly FormPair[]): boolean => {
  const filled = pairs.filter(({ value }) => value !== '');
  const alike = filled.filter(({ value }) => isUsualName(value));
  const labels = new Set(pairs.map(({ label }) => label));
  return filled.length > 0 && labels.size === pairs.length && alike.length <= mostLikeLabels * filled.length;
};

/** Returns the pairs of a form whose labels stand in rows above those of their values, or undefined for other rows. */
export function findStackedPairs(rows: readonly Row[]): FormPair[] | undefined {
  if (rows.length % 2 === 1 || rows.length < 2 * fewestRows) return undefined;
  const pairs: FormPair[] = [];
  for (let at = 0; at < rows.length; at += 2) {
    const [labels, values] = [rows[at], rows[at + 1]];
    const found = labels && values && pairRows(labels, values);
    if (found === undefined) return undefined;
    pairs.push(...found);
  }
  return areOfOneThing(pairs) ? pairs : undefined;
}
