import { DocumentError } from '../document-error.ts';

const maxDepth = 200;

/** JSON.parse as a value: broken JSON in a document is not a fault of the program. */
export function tryJson(text: string): { valid: true; data: unknown } | { valid: false } {
  try {
    return { valid: true, data: JSON.parse(text) };
  } catch {
    return { valid: false };
  }
}

/** Refuses JSON that is nested deeper than real data, before anything recursive sees it. */
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
