import { undecidedNames } from '@atelier/retrieval';
import { AppError } from '../../../kernel/errors.ts';
import { mostOf } from '../../models/index.ts';
import { computeGraph, factsOf, loadReadPassages, summarised, summaryKey } from '../project-graph.ts';
import { answerRepository } from '../repository/answers.ts';
import { graphRepository } from '../repository/graphs.ts';
import { callModel } from './paid-call.ts';
import { readAnswer, Summary, summaryRequest } from './prompts.ts';
import type { BuildWork } from './read-passages.ts';

/** The facts of the groups that have no summary yet. */
const listUnsummarised = ({ run, knowledgeBaseId, model }: BuildWork): Promise<string[]> =>
  run.ctx.tx(async (tx) => {
    const passages = await loadReadPassages(tx, knowledgeBaseId, model);
    const undecided = undecidedNames(passages).map(({ atom }) => atom);
    const graph = await computeGraph(tx, knowledgeBaseId, { passages, undecided });
    const facts = graph.communities
      .slice(0, summarised.groups)
      .flatMap(({ members }, place) => (members.length < summarised.members ? [] : [factsOf(graph, place)]));
    const place = { knowledgeBaseId, model };
    const kept = await answerRepository.findMany(tx.db, place, 'SUMMARY', facts.map(summaryKey));
    return facts.filter((each) => !kept.has(summaryKey(each)));
  });

const isAffordable = async (
  { run, knowledgeBaseId, resolved }: BuildWork,
  facts: string,
): Promise<boolean> => {
  const found = await run.ctx.tx((tx) => graphRepository.find(tx.db, knowledgeBaseId));
  const { budget = null, buildSpent = 0 } = found?.graph ?? {};
  return budget === null || buildSpent + mostOf(resolved, summaryRequest(facts)) <= budget;
};

const summariseOne = async (work: BuildWork, facts: string): Promise<void> => {
  const { run, knowledgeBaseId, model } = work;
  const { text, settle } = await callModel(work, summaryRequest(facts));
  const { value } = readAnswer(Summary, text);
  await run.step(async (tx) => {
    const key = summaryKey(facts);
    if (value)
      await answerRepository.put(
        tx.db,
        { knowledgeBaseId, model },
        { kind: 'SUMMARY', key, status: 'DONE', payload: value },
      );
    await settle(tx);
  });
};

/**
 * Has the model summarise the largest groups. A group whose summary cannot be had, or paid for, keeps the one made of
 * what its relations say; the note tells.
 */
export const summariseCommunities = async (work: BuildWork): Promise<string | undefined> => {
  const waiting = await listUnsummarised(work);
  for (const [at, facts] of waiting.entries()) {
    work.run.signal.throwIfAborted();
    await work.run.progress(0.92 + (0.07 * at) / waiting.length, 'Summarising groups');
    if (!(await isAffordable(work, facts))) return 'The budget did not suffice to summarise every group.';
    try {
      await summariseOne(work, facts);
    } catch (error) {
      if (!(error instanceof AppError) || work.run.signal.aborted) throw error;
      return `Not every group could be summarised (${error.message})`;
    }
  }
  return undefined;
};
