import { AppError } from '../../../kernel/base/errors.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import type { KnowledgeBaseWithIndex } from '../bases/index.ts';
import { embedTexts } from '../models/index.ts';

/** The vector of each question for each embedding model, and the failures. */
export interface QueryVectors {
  byModel: ReadonlyMap<string, readonly Float32Array[]>;
  failure: AppError | undefined;
}

/** The questions, the knowledge bases, and the app that searches, if any. */
interface QuestionOf {
  bases: readonly KnowledgeBaseWithIndex[];
  appId: string | undefined;
  signal: AbortSignal | undefined;
}

/** Embeds the questions once per model that the knowledge bases use. The failure of a model is returned, not thrown. */
export const embedQueries = async (
  ctx: Ctx,
  queries: readonly string[],
  { bases, appId, signal }: QuestionOf,
): Promise<QueryVectors> => {
  const models = new Set(
    bases.flatMap(({ index }) => (index.dimensions === null ? [] : (index.embeddingModelId ?? []))),
  );
  const byModel = new Map<string, Float32Array[]>();
  let failure: AppError | undefined;
  for (const modelId of models) {
    try {
      const order = {
        modelId,
        texts: [...queries],
        purpose: 'QUESTION' as const,
        reference: 'query',
        appId,
        ...(signal ? { signal } : {}),
      };
      byModel.set(modelId, (await embedTexts(ctx, order)).vectors);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failure = error;
    }
  }
  return { byModel, failure };
};
