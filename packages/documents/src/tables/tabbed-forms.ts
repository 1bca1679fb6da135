import { findForm, writeSection } from './find-form.ts';
import type { Row } from './grid.ts';

/** The most paragraphs that are held to find a form in them. */
const mostHeld = 200;

/** Returns the texts between the tabs of a paragraph; several tabs in a row lead to the same place as one. */
const toRow = (text: string): Row => {
  const cells = text.split(/\t+/u).map((cell) => cell.trim());
  return { cells, isLone: cells.filter((cell) => cell !== '').length === 1 };
};

const isTabbed = ({ kind, text }: { kind: string; text: string }): boolean =>
  kind === 'paragraph' && text.includes('\t') && !text.includes('\n');

/** Yields paragraphs whose labels and values stand at tabs as the pairs of a form, and all other blocks as they are. */
export function* readTabbedForms<B extends { kind: string; text: string }>(
  blocks: Iterable<B>,
): Generator<B | (Omit<B, 'kind'> & { kind: 'row' })> {
  let held: B[] = [];
  const flush = function* () {
    const [first] = held;
    const form = findForm(held.map(({ text }) => toRow(text)));
    if (first === undefined || form === undefined) yield* held;
    else
      for (const section of form.sections)
        yield { ...first, kind: 'row' as const, text: writeSection(section) };
    held = [];
  };
  for (const block of blocks) {
    if (!isTabbed(block)) {
      yield* flush();
      yield block;
      continue;
    }
    held.push(block);
    if (held.length >= mostHeld) yield* flush();
  }
  yield* flush();
}
