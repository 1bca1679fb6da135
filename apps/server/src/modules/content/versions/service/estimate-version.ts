import { isDeepStrictEqual } from 'node:util';
import type { IndexEstimate, IndexSettings } from '@atelier/contracts/content/versions/index-versions';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import { indexVersionRepository } from '../../indexing/index.ts';
import { quoteEmbedding } from '../../models/index.ts';
import { chooseSettings, settingsOf } from './choose-settings.ts';

type Chunking = IndexVersionRow['chunking'];

/** Reading and cutting a document, and embedding its chunks. */
const pace = { secondsPerDocument: 0.15, cutTokens: 40_000, embedTokens: 15_000 };

/** The share of chunks of this size that repeats the one before. */
const repeats = ({ maxTokens, overlapTokens }: Chunking): number =>
  Math.min(overlapTokens / maxTokens, 1 / 3);

/** Chunks and tokens of the same text when it is cut in another way: chunks are seldom full. */
const recut = (
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

/**
 * What a version with other settings would come to, judged by the active one. Chunks that stay the same keep their
 * vectors. Throws as `chooseSettings`, and `index_versions.unchanged`.
 */
export const estimateVersion = async (
  ctx: Ctx,
  id: string,
  wanted: IndexSettings,
): Promise<IndexEstimate> => {
  const { settings, active } = await chooseSettings(ctx, id, wanted);
  if (isDeepStrictEqual(settings, settingsOf(active))) fail('index_versions.unchanged');
  const held = await ctx.tx(async (tx) => ({
    ...(await indexVersionRepository.readFacts(tx.db, active.id)),
    tokens: await indexVersionRepository.countTokens(tx.db, active.id),
  }));
  const from = settingsOf(active).chunking;
  const { chunks, tokens } = recut(held, from, settings.chunking);
  const { embeddingModelId: model } = settings;
  const isKnown = model === active.embeddingModelId && isDeepStrictEqual(from, settings.chunking);
  const embedded = model === null || isKnown ? 0 : tokens;
  return {
    documents: held.documents,
    chunks,
    tokens: embedded,
    credits: model === null ? 0 : await quoteEmbedding(ctx, model, embedded),
    seconds: Math.ceil(
      held.documents * pace.secondsPerDocument + tokens / pace.cutTokens + embedded / pace.embedTokens,
    ),
  };
};
