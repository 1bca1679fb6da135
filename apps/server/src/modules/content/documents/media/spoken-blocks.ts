import type { Block } from '@atelier/documents';
import type { SpokenLine } from '@atelier/models/transcription';

/** The approximate length of a section in seconds: long enough to read, short enough to find by listening. */
const stretch = { usual: 15, most: 40 };

const endsSentence = /[.!?…。！？]["”’)]*$/;

/** Converts a transcript into paragraphs, each with the second at which it begins. */
export const spokenBlocks = (lines: readonly SpokenLine[]): Block[] => {
  const blocks: Block[] = [];
  let open: { start: number; text: string } | undefined;
  const close = () => {
    if (open) blocks.push({ kind: 'paragraph', text: open.text, second: Math.floor(open.start) });
    open = undefined;
  };
  for (const { start, text } of lines) {
    const length = open ? start - open.start : 0;
    const isOver = open && length >= stretch.usual && endsSentence.test(open.text);
    if (isOver || length >= stretch.most) close();
    if (open) open.text += ` ${text}`;
    else open = { start, text };
  }
  close();
  return blocks;
};
