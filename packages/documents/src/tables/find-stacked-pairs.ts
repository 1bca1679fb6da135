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

/** Returns the pairs of a form whose labels stand in rows above those of their values, or undefined for other rows. */
export function findStackedPairs(rows: readonly Row[]): FormPair[] | undefined {
  if (rows.length % 2 === 1 || rows.length < 2 * fewestRows) return undefined;
  const pairs: FormPair[] = [];
  for (let at = 0; at < rows.length; at += 2) {
    const [labels, values] = [rows[at], rows[at + 1]];
    if (labels === undefined || values === undefined || !isLabelRow(labels)) return undefined;
    if (values.cells.some((value, column) => value !== '' && (labels.cells[column] ?? '') === ''))
      return undefined;
    for (const [column, label] of labels.cells.entries())
      if (label !== '') pairs.push({ label, value: values.cells[column] ?? '' });
  }
  const filled = pairs.filter(({ value }) => value !== '');
  const alike = filled.filter(({ value }) => isUsualName(value));
  const areDistinct = new Set(pairs.map(({ label }) => label)).size === pairs.length;
  return areDistinct && filled.length > 0 && alike.length <= mostLikeLabels * filled.length
    ? pairs
    : undefined;
}
