import { isDeepStrictEqual } from 'node:util';
import type { IndexEstimate, IndexSettings } from '@atelier/contracts/content/versions/index-versions';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { versionChunks } from '../../documents/index.ts';
import { measureIndex } from '../../indexing/index.ts';
import { quote } from '../../models/index.ts';
import { chooseSettings, toChosenSettings } from './start-version.ts';

type Chunking = IndexVersionRow['chunking'];

/** Returns the share of a chunk of this size that repeats the previous one. */
const repeats = ({ maxTokens, overlapTokens }: Chunking): number =>
  Math.min(overlapTokens / maxTokens, 1 / 3);

/** Estimates the chunks and tokens of the same text with other settings. Chunks are seldom full. */
export const recut = (
  { chunks, tokens }: { chunks: number; tokens: number },
  from: Chunking,
  to: Chunking,
): { chunks: number; tokens: number } => {
  if (isDeepStrictEqual(from, to) || chunks === 0) return { chunks, tokens };
  const text = tokens * (1 - repeats(from));
  const fullness = Math.min(1, tokens / chunks / from.maxTokens);
  const again = Math.ceil(text / (1 - repeats(to)));
  return { chunks: Math.max(1, Math.ceil(again / (to.maxTokens * fullness))), tokens: again };
};

/** The seconds for reading and splitting a document, and for embedding its chunks. */
const pace = { secondsPerDocument: 0.15, cutTokens: 40_000, embedTokens: 15_000 };

/**
 * Estimates the size and cost of a version with other settings from the active one. Chunks that stay the same keep their
 * vectors. Throws what `chooseSettings` throws, and `index_versions.unchanged`.
 */
export const estimateVersion = async (
  ctx: Ctx,
  id: string,
  wanted: IndexSettings,
): Promise<IndexEstimate> => {
  const { settings, active } = await chooseSettings(ctx, id, wanted);
  if (isDeepStrictEqual(settings, toChosenSettings(active))) fail('index_versions.unchanged');
  const held = await ctx.tx(async (tx) => ({
    ...(await measureIndex(tx, active.id)),
    tokens: await versionChunks.countTokens(tx, active.id),
  }));
  const from = toChosenSettings(active).chunking;
  const { chunks, tokens } = recut(held, from, settings.chunking);
  const { embeddingModelId: model } = settings;
  const isAlike = model === active.embeddingModelId && settings.format === active.format;
  const isKnown = isAlike && isDeepStrictEqual(from, settings.chunking);
  const embedded = model === null || isKnown ? 0 : tokens;
  return {
    documents: held.documents,
    chunks,
    tokens: embedded,
    credits: model === null ? 0 : await quote.embedding(ctx, model, embedded),
    seconds: Math.ceil(
      held.documents * pace.secondsPerDocument + tokens / pace.cutTokens + embedded / pace.embedTokens,
    ),
  };
};
