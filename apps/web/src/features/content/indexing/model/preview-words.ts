import type { ChunkingPreview, PreviewChunk } from '@atelier/contracts/content/bases/chunking-shapes';
import { formatCount } from '../../../../lib/format.ts';

/** Summarises a preview: "12 chunks of 80 to 398 tokens, 310 on average." */
export const previewInWords = ({ chunks, isWhole }: ChunkingPreview): string => {
  const tokens = chunks.map((chunk) => chunk.tokens);
  const least = Math.min(...tokens);
  const most = Math.max(...tokens);
  const mean = Math.round(tokens.reduce((sum, each) => sum + each, 0) / tokens.length);
  if (tokens.length === 0) return 'Nothing is left to be cut.';
  const sizes =
    least === most ? formatCount(least, 'token') : `${least} to ${most} tokens, ${mean} on average`;
  const beginning = isWhole ? '' : ' This is the beginning of the text.';
  return `${formatCount(chunks.length, 'chunk')} of ${sizes}.${beginning}`;
};

/** Describes the larger text that parent-child retrieval would return with a chunk. */
export const surroundingsInWords = ({ parent: { first, last, tokens } }: PreviewChunk): string =>
  first === last
    ? 'Its parent is itself.'
    : `Its parent: chunks ${first + 1} to ${last + 1}, ${formatCount(tokens, 'token')}.`;
