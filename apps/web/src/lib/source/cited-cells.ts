import type { Citation } from '@atelier/contracts/assistants/chat/chat';

/** Returns the sentence of an answer that a citation belongs to: the text between its mark and the mark or the line before. */
export const citedSentence = (
  answer: string,
  { index, markAt }: Pick<Citation, 'index' | 'markAt'>,
): string => {
  const end = markAt ?? answer.indexOf(`[${index}]`);
  if (end < 0) return '';
  let before = answer.slice(0, end).trimEnd();
  while (/\[\d{1,3}\]$/.test(before)) before = before.slice(0, before.lastIndexOf('[')).trimEnd();
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('] '), before.lastIndexOf('. '));
  return before.slice(start + 1);
};

const letter = /[\p{L}\p{N}]/u;

/** True when a text contains a value and not merely a part of a longer one. */
const says = (text: string, value: string): boolean => {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const before = text[at - 1] ?? '';
    const after = text.slice(at + value.length, at + value.length + 2);
    if (!letter.test(before) && !/^(?:[\p{L}\p{N}]|[.,]\p{N})/u.test(after)) return true;
  }
  return false;
};

/** Returns the positions of the cells of a cited row whose figures the sentence repeats. */
export const citedCells = (cells: readonly string[], sentence: string): number[] =>
  cells.flatMap((cell, at) => {
    const first = cell.search(/\p{N}/u);
    if (first < 0) return [];
    let value = cell.slice(first);
    while (!/[\p{N}%]$/u.test(value)) value = value.slice(0, -1);
    return says(sentence, value) ? [at] : [];
  });
