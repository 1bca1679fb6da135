import type { ChatRequest } from '@atelier/models';
import { AppError } from '../../../../kernel/base/errors.ts';
import { mostOf, type PaidText } from '../../models/index.ts';
import type { PublishedPassage } from '../../search/index.ts';
import { Reading, readAnswer, readingRequest, repairRequest } from '../prompts.ts';
import { answerRepository, type NewAnswer } from '../repository/answers.ts';
import { graphRepository } from '../repository/graphs.ts';
import { type Caller, callModel } from './paid-call.ts';

/** What a build works with. */
export interface BuildWork extends Caller {
  /** What answers are kept under. */
  model: string;
}

/** Passages that are read at the same time. */
const lanes = 4;

/** Of one passage, not of the provider: the next passage may do. */
const ownFailures = new Set(['models.context_too_long', 'models.upstream_refused']);

const requestFor = ({ heading, text, tokens }: PublishedPassage): ChatRequest =>
  readingRequest(heading === null ? text : `${heading}\n\n${text}`, tokens);

interface Outcome {
  answer: Omit<NewAnswer, 'kind' | 'key'>;
  settle?: PaidText['settle'];
}

const unreadable = (problem: string): Outcome['answer'] => ({
  status: 'FAILED',
  cause: { code: 'graph.unreadable_answer', message: `The model's answer could not be read: ${problem}` },
});

const readPassage = async (work: BuildWork, request: ChatRequest): Promise<Outcome> => {
  try {
    const first = await callModel(work, request);
    const read = readAnswer(Reading, first.text);
    if (read.value) return { answer: { status: 'DONE', payload: read.value }, settle: first.settle };
    await work.run.ctx.tx(first.settle);
    const second = await callModel(work, repairRequest(request, first.text, read.problem));
    const again = readAnswer(Reading, second.text);
    return {
      answer: again.value ? { status: 'DONE', payload: again.value } : unreadable(again.problem),
      settle: second.settle,
    };
  } catch (error) {
    if (!(error instanceof AppError) || !ownFailures.has(error.code)) throw error;
    return { answer: { status: 'FAILED', cause: { code: error.code, message: error.message } } };
  }
};

/** Reads one passage; the answer, its price and how far the build is are written down together. */
const readOne = async (work: BuildWork, passage: PublishedPassage): Promise<void> => {
  const { run, knowledgeBaseId, model } = work;
  const startedAt = performance.now();
  const { answer, settle } = await readPassage(work, requestFor(passage));
  const milliseconds = Math.round(performance.now() - startedAt);
  await run.saveCheckpoint({ lastRead: passage.content_hash }, async (tx) => {
    await answerRepository.put(
      tx.db,
      { knowledgeBaseId, model },
      { kind: 'PASSAGE', key: passage.content_hash, milliseconds, ...answer },
    );
    await settle?.(tx);
  });
};

/** Those of the batch that the rest of the budget pays for, even if each costs the most it can. */
const affordable = async (
  work: BuildWork,
  batch: readonly PublishedPassage[],
): Promise<PublishedPassage[]> => {
  const graph = await work.run.ctx.tx((tx) => graphRepository.find(tx.db, work.knowledgeBaseId));
  const budget = graph?.graph.budget ?? null;
  if (budget === null) return [...batch];
  let rest = budget - (graph?.graph.buildSpent ?? 0);
  return batch.filter((passage) => {
    rest -= mostOf(work.resolved, requestFor(passage));
    return rest >= 0;
  });
};

/** Waits for all, so that nothing of the batch is paid for and then lost, before the first failure is told. */
const readBatch = async (work: BuildWork, batch: readonly PublishedPassage[]): Promise<void> => {
  const settled = await Promise.allSettled(batch.map((passage) => readOne(work, passage)));
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
};

/** Reads the passages that nobody has read yet. False when the budget is used up before all are read. */
export const readPassages = async (work: BuildWork): Promise<boolean> => {
  const { run, knowledgeBaseId, model } = work;
  const place = { knowledgeBaseId, model };
  for (;;) {
    run.signal.throwIfAborted();
    const { batch, counts } = await run.ctx.tx(async (tx) => ({
      batch: await answerRepository.listUnread(tx.db, place, lanes),
      counts: await answerRepository.countPassages(tx.db, place),
    }));
    if (batch.length === 0) return true;
    const done = counts.done + counts.failed;
    await run.progress(
      0.9 * (done / Math.max(1, counts.total)),
      `Reading passage ${done + 1} of ${counts.total}`,
    );
    const paid = await affordable(work, batch);
    if (paid.length === 0) return false;
    await readBatch(work, paid);
  }
};
