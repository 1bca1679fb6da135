import { AppError } from '../../../../kernel/base/errors.ts';
import { embedTextsUnpaid } from '../../models/index.ts';
import { findGraphSettings } from '../../search/index.ts';
import { undecided } from '../computations.ts';
import { packVector } from '../projection/vectors.ts';
import { answerRepository } from '../repository/answers.ts';
import type { BuildWork } from './read-chunks.ts';

const batch = 256;

/**
 * Embeds names that are similar but not certain to be one entity, if the knowledge base has an embedding model. Returns a
 * note if that fails; the graph is built without the vectors then.
 */
export const embedNames = async ({ run, knowledgeBaseId, model }: BuildWork): Promise<string | undefined> => {
  const { modelId, chunks, kept } = await run.ctx.tx(async (tx) => {
    const settings = await findGraphSettings(tx, knowledgeBaseId);
    if (!settings?.embeddingModelId) return { modelId: null, chunks: [], kept: new Map() };
    return {
      modelId: settings.embeddingModelId,
      chunks: await answerRepository.listRead(tx.db, { knowledgeBaseId, model }),
      kept: await answerRepository.list(
        tx.db,
        { knowledgeBaseId, model: settings.embeddingModelId },
        'VECTOR',
      ),
    };
  });
  if (modelId === null) return undefined;
  const names = await run.ctx.services.compute.run(undecided, chunks, {
    tenantId: run.ctx.tenantId,
    signal: run.signal,
  });
  const wanted = names.filter(({ atom }) => !kept.has(atom));
  try {
    for (let from = 0; from < wanted.length; from += batch) {
      const part = wanted.slice(from, from + batch);
      const { vectors, settle } = await embedTextsUnpaid(run.ctx, {
        modelId,
        texts: part.map(({ text }) => text),
        reference: `graph ${run.runId}`,
        knowledgeBaseId,
        signal: run.signal,
      });
      await run.write(async (tx) => {
        for (const [at, { atom }] of part.entries())
          await answerRepository.put(
            tx.db,
            { knowledgeBaseId, model: modelId },
            {
              kind: 'VECTOR',
              key: atom,
              status: 'DONE',
              payload: packVector(vectors[at] ?? new Float32Array()),
            },
          );
        await settle(tx);
      });
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || run.signal.aborted) throw error;
    return `Names could not be compared by meaning (${error.message})`;
  }
};
