import {
  type ChunkingPreview,
  longestPreview,
  type NewChunkingPreview,
} from '@atelier/contracts/content/bases/chunking-shapes';
import type { Block } from '@atelier/documents';
import { type Chunk, createChunker, createPreprocessor } from '@atelier/documents/chunking';
import { type Child, growParents } from '@atelier/retrieval/context';
import { defineComputation } from '../../../kernel/compute/computation.ts';

/** A parsed text with the chunking settings to try. */
interface ParsedText extends Pick<NewChunkingPreview, 'chunking' | 'parentTokens'> {
  blocks: readonly Block[];
}

interface ChunkedText {
  chunks: Chunk[];
  isWhole: boolean;
}

/** The most chunks of a preview, for texts with a separator almost everywhere. */
const mostChunks = 2000;

/** Splits a text until the preview is full. */
const chunkText = ({ blocks, chunking }: ParsedText): ChunkedText => {
  const preprocessor = createPreprocessor(chunking.preprocessing);
  const chunker = createChunker(chunking);
  const chunks: Chunk[] = [];
  let length = 0;
  const isFull = () => length >= longestPreview || chunks.length > mostChunks;
  const take = (more: readonly Block[]) => {
    for (const block of more) {
      if (isFull()) return;
      const text = block.text.slice(0, longestPreview - length);
      length += text.length;
      for (const few of chunker.cut({ ...block, text })) {
        chunks.push(...few);
        if (isFull()) break;
      }
    }
  };
  for (const block of blocks) take(preprocessor.push(block));
  take(preprocessor.flush());
  chunks.push(...chunker.flush());
  return { chunks: chunks.slice(0, mostChunks), isWhole: !isFull() };
};

const toChild = ({ ordinal, tokens, heading, start, end }: Chunk): Child => ({
  id: String(ordinal),
  documentId: '',
  ordinal,
  tokens,
  heading: heading ?? null,
  start,
  end,
});

/** Previews how a text would be split, with the parent of each chunk. */
const previewChunks = (parsed: ParsedText): ChunkingPreview => {
  const { chunks: cut, isWhole } = chunkText(parsed);
  const children = cut.map(toChild);
  const chunks = cut.map((chunk, at) => {
    const { ordinal, text, tokens, start, end, page = null, second = null, heading = null } = chunk;
    const repeated = Math.max(0, (cut[at - 1]?.end ?? 0) - start);
    const around = growParents(children.slice(at, at + 1), () => children, parsed.parentTokens)[0];
    const within = children.filter(
      (child) => child.start >= (around?.start ?? start) && child.end <= (around?.end ?? end),
    );
    const parent = {
      first: within[0]?.ordinal ?? ordinal,
      last: within.at(-1)?.ordinal ?? ordinal,
      tokens: around?.tokens ?? tokens,
    };
    return { ordinal, text, tokens, page, second, heading, start, end, repeated, parent };
  });
  return { chunks, isWhole };
};

/** Ten times the time that the largest input takes on an idle machine. */
const deadlineMs = 10_000;

/** Previews how a text would be split. */
export const preview = defineComputation({ name: 'knowledge.preview', deadlineMs, compute: previewChunks });
