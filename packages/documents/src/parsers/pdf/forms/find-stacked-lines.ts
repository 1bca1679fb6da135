import { detectKind } from '../../../tables/cell-kinds.ts';
import { type FormPair, isLabel } from '../../../tables/find-form.ts';
import { isUsualLabel } from '../../../tables/usual-names.ts';
import type { Piece, TextLine } from '../tables/words.ts';

/** Lines of labels and of values in turn, from the top to the bottom. */
export interface StackedLines {
  lines: TextLine[];
  pairs: FormPair[];
}

/** The fewest lines of labels that follow each other, and the fewest pairs. One line of labels may be the head of a table. */
const fewest = { lines: 2, pairs: 3 };
/** The widest distances in font sizes: from a label to its value, to the next labels, and between the left edges of a label and its value. */
const widest = { below: 2.2, gap: 5, shift: 0.5 };

/** Returns true for a text that reads like the label of a form, because it contains a word that labels often have. */
export const isUsualLine = ({ text }: Piece): boolean =>
  isLabel(text) && detectKind(text) === 'text' && isUsualLabel(text);

const areNear = (above: TextLine, below: TextLine, most: number): boolean => {
  const distance = above.y - below.y;
  return distance > 0 && distance <= most * Math.max(above.size, below.size);
};

/** Returns the pairs of a line of labels and the line below it, where each value begins below a label. */
function pairLines(labels: TextLine, values: TextLine): FormPair[] | undefined {
  if (!labels.pieces.every(isUsualLine) || values.pieces.every(isUsualLine)) return undefined;
  if (!areNear(labels, values, widest.below)) return undefined;
  const isBelow = (value: Piece, label: Piece): boolean =>
    Math.abs(value.left - label.left) <= widest.shift * labels.size;
  const isOwned = (value: Piece): boolean => labels.pieces.some((label) => isBelow(value, label));
  if (!values.pieces.every(isOwned)) return undefined;
  return labels.pieces.map((label) => ({
    label: label.text.replace(/\s?[:：]$/u, ''),
    value: values.pieces.find((value) => isBelow(value, label))?.text ?? '',
  }));
}

/** Finds pairs whose labels stand above their values, in at least two lines of labels that follow each other. */
export function findStackedLines(lines: readonly TextLine[]): StackedLines[] {
  const found: StackedLines[] = [];
  for (let at = 0; at + 1 < lines.length; ) {
    const stack: StackedLines & { count: number } = { lines: [], pairs: [], count: 0 };
    for (;;) {
      const [labels, values] = [lines[at], lines[at + 1]];
      const last = stack.lines.at(-1);
      if (labels === undefined || values === undefined) break;
      if (last !== undefined && !areNear(last, labels, widest.gap)) break;
      const pairs = pairLines(labels, values);
      if (pairs === undefined) break;
      stack.lines.push(labels, values);
      stack.pairs.push(...pairs);
      stack.count += 1;
      at += 2;
    }
    if (stack.count >= fewest.lines && stack.pairs.length >= fewest.pairs) found.push(stack);
    if (stack.count === 0) at += 1;
  }
  return found;
}
