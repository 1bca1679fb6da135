import type { Block } from '../block.ts';
import { createRunningLines } from './running-lines.ts';

export type PreprocessOptions = {
  collapseWhitespace?: boolean;
  removeUrls?: boolean;
  removeEmails?: boolean;
  /** Lines at the top or bottom of page after page. */
  removeRepeatedLines?: boolean;
};

export type Preprocessor = {
  /** Takes the next block, gives those that are ready. */
  push(block: Block): Block[];
  flush(): Block[];
};

const urls = /\b(?:https?|ftp):\/\/[^\s<>"'()[\]]+|\bwww\.[^\s<>"'()[\]]+/gi;
// Lengths as in the standards, so that no text makes the search try for long.
const emails = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** Changes a document's blocks before they are stored and cut, so that every offset counts in the changed text. */
export function createPreprocessor(options: PreprocessOptions = {}): Preprocessor {
  const lines = options.removeRepeatedLines === true ? createRunningLines() : null;
  const clean = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => {
      const text = cleanOf(block, options);
      return text === '' ? [] : [{ ...block, text }];
    });
  return {
    push: (block) => clean(lines === null ? [block] : lines.push(block)),
    flush: () => clean(lines === null ? [] : lines.flush()),
  };
}

function cleanOf({ kind, text: raw }: Block, options: PreprocessOptions): string {
  let text = raw;
  if (options.removeUrls === true) text = text.replace(urls, '');
  if (options.removeEmails === true) text = text.replace(emails, '');
  // Blanks are what code is made of.
  if (options.collapseWhitespace === true && kind !== 'code') text = collapse(text);
  return text === raw ? raw : text.trim();
}

const collapse = (text: string) =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
