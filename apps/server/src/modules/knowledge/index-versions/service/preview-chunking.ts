import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChunkingPreview, longestPreview, type NewChunkingPreview } from '@atelier/contracts';
import { type Block, type Chunk, createChunker, createPreprocessor, DocumentError } from '@atelier/documents';
import { type Child, growParents } from '@atelier/retrieval';
import type { Ctx } from '../../../../kernel/context.ts';
import { AppError, fail } from '../../../../kernel/errors.ts';
import { pathOfFile } from '../../../files/index.ts';
import { createBreather } from '../../import-run/breather.ts';
import { previewParsers } from '../../import-run/parsers.ts';
import { getImportRow } from '../../service/reads.ts';
import { findShownFile } from '../carry/read-carry.ts';

interface Readable {
  path: string;
  name: string;
}

type Settings = Pick<NewChunkingPreview, 'chunking' | 'parentTokens'>;

interface Cut {
  chunks: Chunk[];
  isWhole: boolean;
}

/** Ends as soon as enough has been read. */
const cut = async (blocks: AsyncIterable<Block>, chunking: NewChunkingPreview['chunking']): Promise<Cut> => {
  const preprocessor = createPreprocessor(chunking.preprocessing);
  const chunker = createChunker(chunking);
  const breathe = createBreather();
  const chunks: Chunk[] = [];
  let length = 0;
  const take = (more: readonly Block[]) => {
    for (const block of more) {
      const text = block.text.slice(0, longestPreview - length);
      length += text.length;
      chunks.push(...chunker.push({ ...block, text }));
    }
  };
  for await (const block of blocks) {
    take(preprocessor.push(block));
    await breathe();
    if (length >= longestPreview) break;
  }
  take(preprocessor.flush());
  chunks.push(...chunker.flush());
  return { chunks, isWhole: length < longestPreview };
};

const childOf = ({ ordinal, tokens, heading, start, end }: Chunk): Child => ({
  id: String(ordinal),
  documentId: '',
  ordinal,
  tokens,
  heading: heading ?? null,
  start,
  end,
});

const present = ({ chunks, isWhole }: Cut, parentTokens: number): ChunkingPreview => {
  const children = chunks.map(childOf);
  const passages = chunks.map((chunk, at) => {
    const { ordinal, text, tokens, start, end, page = null, second = null, heading = null } = chunk;
    const repeated = Math.max(0, (chunks[at - 1]?.end ?? 0) - start);
    const around = growParents(children.slice(at, at + 1), () => children, parentTokens)[0];
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
  return { passages, isWhole };
};

const previewFile = async (
  ctx: Ctx,
  file: Readable,
  { chunking, parentTokens }: Settings,
  signal: AbortSignal,
): Promise<ChunkingPreview> => {
  try {
    const blocks = ctx.use(previewParsers).parse({ ...file, owner: ctx.tenantId, signal });
    return present(await cut(blocks, chunking), parentTokens);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const message = `It cannot be shown how this text is cut. ${error.message}`;
    throw new AppError('index_versions.not_previewed', undefined, { message });
  }
};

/** The parsers read files, so the text becomes one for a moment. */
const previewText = async (
  ctx: Ctx,
  { text, name }: { text: string; name: string },
  settings: Settings,
  signal: AbortSignal,
): Promise<ChunkingPreview> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-preview-'));
  try {
    const path = join(folder, 'text');
    await writeFile(path, text);
    return await previewFile(ctx, { path, name }, settings, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The file of the version that people read. */
const fileOfDocument = async (ctx: Ctx, importId: string): Promise<Readable> => {
  const file = await ctx.tx(async (tx) => {
    const { import: row } = await getImportRow(tx, importId);
    return (await findShownFile(tx, row)) ?? fail('knowledge.import_not_found');
  });
  return { path: await pathOfFile(ctx, file), name: file.name };
};

/**
 * How a text or a document would be cut with these settings; nothing is stored. Throws `knowledge.import_not_found`, and
 * `index_versions.not_previewed` with what is wrong with the text.
 */
export const previewChunking = async (
  ctx: Ctx,
  { text, name, knowledgeBaseImportId, ...settings }: NewChunkingPreview,
  signal: AbortSignal,
): Promise<ChunkingPreview> =>
  knowledgeBaseImportId === undefined
    ? previewText(ctx, { text: text ?? '', name }, settings, signal)
    : previewFile(ctx, await fileOfDocument(ctx, knowledgeBaseImportId), settings, signal);
