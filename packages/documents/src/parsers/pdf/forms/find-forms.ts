import type { Block } from '../../../block.ts';
import { type FormPair, isLabel, writePairs } from '../../../tables/find-form.ts';
import type { Box } from '../tables/geometry.ts';
import { isNumber } from '../tables/numbers.ts';
import { boxAroundWords, type Piece, type TextLine } from '../tables/words.ts';
import { findStackedLines, isUsualLine, type StackedLines } from './find-stacked-lines.ts';

/** Pairs of labels and values that white space alone separates, with the items of text that they consist of. */
export interface PdfForm {
  box: Box;
  items: ReadonlySet<number>;
  pairs: readonly FormPair[];
}

/** Tells the font of an item of the page. */
export type FontReader = (item: number) => string | undefined;

/** The least pairs of a page, and of neighbouring lines. */
const least = { onPage: 3, inGroup: 2 };
/** The longest value on a line in characters; what is longer is prose. */
const longestValue = 110;
/** The widest distances in font sizes: between two lines of a form, between a value and its next line, and between the left edges of those two. */
const widest = { gap: 4, leading: 1.7, shift: 1 };

const labelAlone = /^(\p{L}[^:：]*?)\s?[:：]$/u;
const labelAndValue = /^(\p{L}[^:：]*?)\s?[:：]\s+(\S.*)$/u;

/** A pair while its lines are read. `left` is where its value begins. */
interface Slot {
  label: string;
  left: number | undefined;
  values: string[];
}

/** The pairs of a line. `style` tells how labels differ from values: by their colon, by the font of each, or by their words. */
interface SlotLine {
  line: TextLine;
  slots: Slot[];
  style: string;
}

/** Returns the left edge of the first word behind the label's colon. */
const findValueEdge = ({ words }: Piece): number | undefined =>
  words[words.findIndex(({ text }) => /[:：]$/u.test(text)) + 1]?.left;

/** Returns the pairs of a line whose labels end with colons, or undefined where another text stands among them. */
function readByColons({ pieces }: TextLine): Slot[] | undefined {
  const slots: Slot[] = [];
  for (const piece of pieces) {
    const last = slots.at(-1);
    const [, alone] = labelAlone.exec(piece.text) ?? [];
    const [, label, value] = labelAndValue.exec(piece.text) ?? [];
    if (alone !== undefined && isLabel(alone)) slots.push({ label: alone, left: undefined, values: [] });
    else if (label !== undefined && value !== undefined && isLabel(label))
      slots.push({ label, left: findValueEdge(piece), values: [value] });
    else if (last !== undefined && last.values.length === 0) {
      last.values.push(piece.text);
      last.left = piece.left;
    } else return undefined;
  }
  return slots;
}

/** Returns the pairs of a line whose labels and values alternate, each in a font of its own. */
function readByFonts(
  { pieces }: TextLine,
  readFont: FontReader,
): { slots: Slot[]; style: string } | undefined {
  if (pieces.length === 0 || pieces.length % 2 === 1) return undefined;
  const fonts = pieces.map(({ words }) => new Set(words.map(({ item }) => readFont(item))));
  const [labels, values] = fonts.map((each) => (each.size === 1 ? [...each][0] : undefined));
  if (labels === undefined || values === undefined || labels === values) return undefined;
  const alternates = fonts.every((each, at) => each.size === 1 && each.has(at % 2 === 0 ? labels : values));
  const names = pieces.filter((_piece, at) => at % 2 === 0).map(({ text }) => text);
  if (!alternates || names.some((text) => !isLabel(text) || isNumber(text))) return undefined;
  const slots = names.map((label, at): Slot => {
    const value = pieces[2 * at + 1];
    return { label, left: value?.left, values: value ? [value.text] : [] };
  });
  return { slots, style: `${labels} ${values}` };
}

const byWords = 'words';

/** Returns the pairs of a line whose labels and values alternate, where nothing but words that are usual in forms tells the labels. */
function readByWords({ pieces }: TextLine): Slot[] | undefined {
  const labels = pieces.filter((_piece, at) => at % 2 === 0);
  const values = pieces.filter((_piece, at) => at % 2 === 1);
  if (labels.length !== values.length || !labels.every(isUsualLine) || values.every(isUsualLine))
    return undefined;
  return labels.map(({ text }, at) => ({
    label: text,
    left: values[at]?.left,
    values: [values[at]?.text ?? ''],
  }));
}

function readSlots(line: TextLine, readFont: FontReader): SlotLine | undefined {
  if (line.pieces.some(({ text }) => text.length > longestValue)) return undefined;
  const slots = readByColons(line);
  if (slots !== undefined) return { line, slots, style: ':' };
  const found = readByFonts(line, readFont);
  if (found !== undefined) return { line, ...found };
  const said = readByWords(line);
  return said && { line, slots: said, style: byWords };
}

/** Adds a line to the values above it, if each of its pieces begins where one of them does. */
function goOn(group: readonly SlotLine[], last: TextLine, line: TextLine): boolean {
  const slots = group.at(-1)?.slots ?? [];
  if (last.y - line.y > widest.leading * last.size) return false;
  const owners = line.pieces.map((piece) =>
    slots.find(({ left }) => left !== undefined && Math.abs(left - piece.left) <= widest.shift * line.size),
  );
  if (owners.some((owner) => owner === undefined)) return false;
  for (const [at, owner] of owners.entries()) owner?.values.push(line.pieces[at]?.text ?? '');
  return true;
}

interface Group {
  slotLines: SlotLine[];
  lines: TextLine[];
}

/** Returns false for the rows of a table, whose first column has a font of its own: names of columns stand above them. */
const isForm = ({ slotLines, lines: [first] }: Group, lines: readonly TextLine[]): boolean => {
  const pairs = slotLines.flatMap(({ slots }) => slots);
  if (pairs.length < least.inGroup || first === undefined) return false;
  if (slotLines.every(({ style }) => style === ':')) return true;
  const areDistinct = new Set(pairs.map(({ label }) => label)).size === pairs.length;
  if (!areDistinct && slotLines.some(({ style }) => style === byWords)) return false;
  const above = lines[lines.indexOf(first) - 1];
  const hasHead =
    above !== undefined && above.pieces.length >= 2 && above.y - first.y <= widest.gap * first.size;
  return pairs.length >= least.onPage && !hasHead;
};

/** Adds a line to a group of pairs, if it is one of its lines. */
function extend(group: Group, line: TextLine, read: SlotLine | undefined): boolean {
  const last = group.lines.at(-1);
  if (last === undefined || last.y - line.y > widest.gap * Math.max(last.size, line.size)) return false;
  if (read !== undefined && read.style === group.slotLines.at(-1)?.style) group.slotLines.push(read);
  else if (!goOn(group.slotLines, last, line)) return false;
  group.lines.push(line);
  return true;
}

function groupLines(lines: readonly TextLine[], readFont: FontReader): Group[] {
  const groups: Group[] = [];
  let group: Group | undefined;
  for (const line of lines) {
    const read = readSlots(line, readFont);
    if (group !== undefined && extend(group, line, read)) continue;
    group = read && { slotLines: [read], lines: [line] };
    if (group) groups.push(group);
  }
  return groups;
}

const toForm = ({ lines, pairs }: StackedLines): PdfForm => {
  const words = lines.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words));
  return { box: boxAroundWords(words), items: new Set(words.map(({ item }) => item)), pairs };
};

const toPairs = ({ slotLines }: Group): FormPair[] =>
  slotLines.flatMap(({ slots }) => slots.map(({ label, values }) => ({ label, value: values.join(' ') })));

/**
 * Finds pairs of labels and values on a page, as certificates, invoices and data sheets have them: several on a line, with values over
 * several lines or below their labels, and without values. Returns the lines that are no part of them as well. `lines` go from the top to the bottom.
 */
export function findForms(
  lines: readonly TextLine[],
  readFont: FontReader,
): { forms: PdfForm[]; rest: TextLine[] } {
  const stacked = findStackedLines(lines);
  const ofStacked = new Set(stacked.flatMap((each) => each.lines));
  const others = lines.filter((line) => !ofStacked.has(line));
  const groups = groupLines(others, readFont)
    .filter((group) => isForm(group, others))
    .map((group) => ({ lines: group.lines, pairs: toPairs(group) }));
  const found = [...stacked, ...groups].toSorted(
    (one, other) => (other.lines[0]?.y ?? 0) - (one.lines[0]?.y ?? 0),
  );
  const forms = found.map(toForm);
  if (forms.reduce((sum, { pairs }) => sum + pairs.length, 0) < least.onPage)
    return { forms: [], rest: [...lines] };
  const taken = new Set(found.flatMap((each) => each.lines));
  return { forms, rest: lines.filter((line) => !taken.has(line)) };
}

/** Returns the block of a form: a line for each pair. */
export const toFormBlock = ({ pairs }: PdfForm, page: number): Block => ({
  kind: 'row',
  text: writePairs(pairs),
  page,
});
