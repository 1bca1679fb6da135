import { DocumentError } from './document-error.ts';

const maxDepth = 200;

/** Numbers that JavaScript would write differently than they were read: long ones, `1.10`, `1e400`. */
const inexact = /\d{16}|\.\d*0(?!\d)|\d[eE][-+]?\d/;

/** Keeps the source text of a number, so that quotes match the document. */
const asWritten = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' ? (source ?? value) : value;

/** Parses JSON without throwing, because broken JSON in a document is not a fault of the program. */
export function tryJson(text: string): { valid: true; data: unknown } | { valid: false } {
  try {
    return { valid: true, data: JSON.parse(text, inexact.test(text) ? asWritten : undefined) };
  } catch {
    return { valid: false };
  }
}

/**
 * Refuses JSON that is nested deeper than real data, before any recursive function processes it. Throws `documents.too_deep`.
 */
export function guardJsonDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92) index++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) {
      if (++depth > maxDepth) throw new DocumentError('documents.too_deep', `JSON deeper than ${maxDepth}`);
    } else if (code === 93 || code === 125) depth--;
  }
}
