import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChunkingPreview,
  longestPreview,
  type NewChunkingPreview,
} from '@atelier/contracts/content/bases/chunking-shapes';
import { type Block, DocumentError } from '@atelier/documents';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findShownFile, getImportRow, parsers } from '../../documents/index.ts';
import { pathOfFile } from '../../files/index.ts';
import { preview } from '../computations.ts';

interface Readable {
  path: string;
  name: string;
}

type Settings = Pick<NewChunkingPreview, 'chunking' | 'parentTokens'>;

/** Returns the blocks of a file, as many as a preview shows. */
const readBlocks = async (blocks: AsyncIterable<Block>): Promise<Block[]> => {
  const read: Block[] = [];
  let length = 0;
  for await (const block of blocks) {
    const text = block.text.slice(0, longestPreview + 1 - length);
    length += text.length;
    read.push({ ...block, text });
    if (length > longestPreview) break;
  }
  return read;
};

const previewFile = async (
  ctx: Ctx,
  file: Readable,
  { chunking, parentTokens }: Settings,
  signal: AbortSignal,
): Promise<ChunkingPreview> => {
  try {
    const blocks = await readBlocks(
      ctx.use(parsers.forPreviews).parse({ ...file, owner: ctx.tenantId, signal }),
    );
    const parsed = { blocks, chunking, parentTokens };
    return await ctx.services.compute.run(preview, parsed, { tenantId: ctx.tenantId, signal });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const message = `It cannot be shown how this text is cut. ${error.message}`;
    throw new AppError('index_versions.not_previewed', undefined, { message });
  }
};

/** Writes the text to a temporary file, because parsers read files. */
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

/** Returns the file of the shown version. */
const fileOfDocument = async (ctx: Ctx, importId: string): Promise<Readable> => {
  const file = await ctx.tx(async (tx) => {
    const { import: row } = await getImportRow(tx, importId);
    return (await findShownFile(tx, row)) ?? fail('knowledge.import_not_found');
  });
  return { path: await pathOfFile(ctx, file), name: file.name };
};

/**
 * Previews how a text or a document would be split with these settings. Nothing is stored. Throws `knowledge.import_not_found`, and
 * `index_versions.not_previewed` with the problem of the text.
 */
export const previewChunking = async (
  ctx: Ctx,
  { text, name, knowledgeBaseImportId, ...settings }: NewChunkingPreview,
  signal: AbortSignal,
): Promise<ChunkingPreview> =>
  knowledgeBaseImportId === undefined
    ? previewText(ctx, { text: text ?? '', name }, settings, signal)
    : previewFile(ctx, await fileOfDocument(ctx, knowledgeBaseImportId), settings, signal);
