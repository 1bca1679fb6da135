import { saysNothingWritten } from '@atelier/contracts/content/model-errors';
import type { ModelRequest } from '@atelier/models';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { AskedTogether, type AskingRun, computeMaxCost } from '../../models/index.ts';
import { Reading, readAnswer, readingRequest, repairRequest } from '../prompts.ts';
import { answerRepository, graphRepository, type NewAnswer, type UnreadChunk } from '../repository.ts';

/** The data that a build works with. */
export interface BuildWork extends AskingRun {
  knowledgeBaseId: string;
  /** The key under which answers are stored. */
  model: string;
}

/** The number of chunks that are read at the same time. */
const lanes = 4;

/** Failures that concern one chunk and not the provider, so that other chunks can still be read. */
const isOwnFailure = (code: string): boolean =>
  code === 'models.context_too_long' || code === 'models.upstream_refused' || saysNothingWritten(code);

const requestFor = ({ heading, text, tokens }: UnreadChunk): ModelRequest =>
  readingRequest(heading === null ? text : `${heading}\n\n${text}`, tokens);

interface Outcome {
  answer: Omit<NewAnswer, 'kind' | 'key'>;
  settle: (tx: TxCtx) => Promise<void>;
}

const unreadable = (problem: string): Outcome['answer'] => ({
  status: 'FAILED',
  cause: { code: 'graph.unreadable_answer', message: `The model's answer could not be read: ${problem}` },
});

const readChunk = async (work: BuildWork, request: ModelRequest): Promise<Outcome> => {
  const asked = new AskedTogether(work);
  const { settle } = asked;
  try {
    const first = await asked.ask(request);
    const read = readAnswer(Reading, first.text);
    if (read.value) return { answer: { status: 'DONE', payload: read.value }, settle };
    const second = await asked.ask(repairRequest(request, first.text, read.problem));
    const again = readAnswer(Reading, second.text);
    return {
      answer: again.value ? { status: 'DONE', payload: again.value } : unreadable(again.problem),
      settle,
    };
  } catch (error) {
    if (error instanceof AppError && isOwnFailure(error.code))
      return { answer: { status: 'FAILED', cause: { code: error.code, message: error.message } }, settle };
    await asked.giveUp();
    throw error;
  }
};

/** Reads one chunk. The answer, its cost and the progress of the build are stored in one transaction. */
const readOne = async (work: BuildWork, chunk: UnreadChunk): Promise<void> => {
  const { run, knowledgeBaseId, model } = work;
  const startedAt = performance.now();
  const { answer, settle } = await readChunk(work, requestFor(chunk));
  const milliseconds = Math.round(performance.now() - startedAt);
  await run.write(async (tx) => {
    await answerRepository.put(
      tx.db,
      { knowledgeBaseId, model },
      { kind: 'CHUNK', key: chunk.content_hash, milliseconds, ...answer },
    );
    await settle(tx);
  });
};

/** Returns those chunks of the batch that the rest of the budget covers, even if each costs the most it can. */
const affordable = async (work: BuildWork, batch: readonly UnreadChunk[]): Promise<UnreadChunk[]> => {
  const graph = await work.run.ctx.tx((tx) => graphRepository.find(tx.db, work.knowledgeBaseId));
  const budget = graph?.graph.budget ?? null;
  if (budget === null) return [...batch];
  let rest = budget - (graph?.graph.buildSpent ?? 0);
  return batch.filter((chunk) => {
    rest -= computeMaxCost(work.resolved, requestFor(chunk));
    return rest >= 0;
  });
};

/** Waits for the whole batch before it throws the first failure, so that no paid answer is lost. */
const readBatch = async (work: BuildWork, batch: readonly UnreadChunk[]): Promise<void> => {
  const settled = await Promise.allSettled(batch.map((chunk) => readOne(work, chunk)));
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
};

/** Reads the chunks that have not been read yet. Returns false when the budget is used up before all are read. */
export const readChunks = async (work: BuildWork): Promise<boolean> => {
  const { run, knowledgeBaseId, model } = work;
  const scope = { knowledgeBaseId, model };
  for (;;) {
    run.signal.throwIfAborted();
    const { batch, counts } = await run.ctx.tx(async (tx) => ({
      batch: await answerRepository.listUnread(tx.db, scope, lanes),
      counts: await answerRepository.countChunks(tx.db, scope),
    }));
    if (batch.length === 0) return true;
    const done = counts.done + counts.failed;
    await run.progress(
      0.9 * (done / Math.max(1, counts.total)),
      `Reading chunk ${done + 1} of ${counts.total}`,
    );
    const paid = await affordable(work, batch);
    if (paid.length === 0) return false;
    await readBatch(work, paid);
  }
};
