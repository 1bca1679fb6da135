import type { Block } from '../block.ts';
import { createCaptions } from './captions.ts';
import { createRunningLines } from './running-lines.ts';

export type PreprocessOptions = {
  collapseWhitespace?: boolean;
  removeUrls?: boolean;
  removeEmails?: boolean;
  /** Removes lines that are repeated at the top or bottom of many pages. */
  removeRepeatedLines?: boolean;
};

export type Preprocessor = {
  /** Adds the next block; returns the blocks that are finished. */
  push(block: Block): Block[];
  flush(): Block[];
};

const urls = /\b(?:https?|ftp):\/\/[^\s<>"'()[\]]+|\bwww\.[^\s<>"'()[\]]+/gi;
// Lengths are limited as in the standards, so that matching stays linear.
const emails = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** Creates a preprocessor, which changes blocks before they are stored and split, so that offsets count in the changed text. Tables get captions. */
export function createPreprocessor(options: PreprocessOptions = {}): Preprocessor {
  const lines = options.removeRepeatedLines === true ? createRunningLines() : null;
  const clean = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => {
      const text = cleanBlockText(block, options);
      return text === '' ? [] : [{ ...block, text }];
    });
  const captions = createCaptions();
  return {
    push: (block) =>
      clean(lines === null ? [block] : lines.push(block)).flatMap((each) => captions.push(each)),
    flush: () => [
      ...clean(lines === null ? [] : lines.flush()).flatMap((each) => captions.push(each)),
      ...captions.flush(),
    ],
  };
}

function cleanBlockText({ kind, text: raw }: Block, options: PreprocessOptions): string {
  let text = raw;
  if (options.removeUrls === true) text = text.replace(urls, '');
  if (options.removeEmails === true) text = text.replace(emails, '');
  // White space is significant in code.
  if (options.collapseWhitespace === true && kind !== 'code') text = collapse(text);
  return text === raw ? raw : text.trim();
}

const collapse = (text: string) =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
