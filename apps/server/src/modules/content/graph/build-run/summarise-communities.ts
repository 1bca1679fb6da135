import { AppError } from '../../../../kernel/base/errors.ts';
import { AskedTogether, mostOf } from '../../models/index.ts';
import type { GroupFacts } from '../projection/make-projection.ts';
import { readAnswer, Summary, summaryRequest } from '../prompts.ts';
import { answerRepository } from '../repository/answers.ts';
import { graphRepository } from '../repository/graphs.ts';
import type { BuildWork } from './read-chunks.ts';

const isAffordable = async (
  { run, knowledgeBaseId, resolved }: BuildWork,
  facts: string,
): Promise<boolean> => {
  const found = await run.ctx.tx((tx) => graphRepository.find(tx.db, knowledgeBaseId));
  const { budget = null, buildSpent = 0 } = found?.graph ?? {};
  return budget === null || buildSpent + mostOf(resolved, summaryRequest(facts)) <= budget;
};

const summariseOne = async (work: BuildWork, { key, facts }: GroupFacts): Promise<void> => {
  const { run, knowledgeBaseId, model } = work;
  const asked = new AskedTogether(work);
  const { text } = await asked.ask(summaryRequest(facts));
  const { value } = readAnswer(Summary, text);
  await run.write(async (tx) => {
    if (value)
      await answerRepository.put(
        tx.db,
        { knowledgeBaseId, model },
        { kind: 'SUMMARY', key, status: 'DONE', payload: value },
      );
    await asked.settle(tx);
  });
};

/**
 * Has the model summarise the largest communities that have no summary yet. A community whose summary fails or exceeds the
 * budget keeps the one made from its relations, and the note says so.
 */
export const summariseCommunities = async (
  work: BuildWork,
  waiting: readonly GroupFacts[],
): Promise<string | undefined> => {
  for (const [at, group] of waiting.entries()) {
    work.run.signal.throwIfAborted();
    await work.run.progress(0.92 + (0.07 * at) / waiting.length, 'Summarising groups');
    if (!(await isAffordable(work, group.facts)))
      return 'The budget did not suffice to summarise every group.';
    try {
      await summariseOne(work, group);
    } catch (error) {
      if (!(error instanceof AppError) || work.run.signal.aborted) throw error;
      return `Not every group could be summarised (${error.message})`;
    }
  }
  return undefined;
};
