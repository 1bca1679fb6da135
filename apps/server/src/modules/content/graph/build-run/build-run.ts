import { AppError } from '../../../../kernel/base/errors.ts';
import { defineRun, type RunHandle } from '../../../../kernel/runs/index.ts';
import { answerModelOf, resolveGraphModel } from '../graph-models.ts';
import { projectGraph } from '../project-graph.ts';
import { graphRepository } from '../repository/graphs.ts';
import { baseOfSubject, graphRunKind, graphTopic } from '../topic.ts';
import { embedNames } from './embed-names.ts';
import { type BuildWork, readChunks } from './read-chunks.ts';
import { orderRefresh } from './refresh.ts';
import { summariseCommunities } from './summarise-communities.ts';

const baseOf = (input: Readonly<Record<string, unknown>>): string => String(input['knowledgeBaseId']);

const loadWork = async (run: RunHandle): Promise<BuildWork> => {
  const knowledgeBaseId = baseOf(run.input);
  const found = await run.ctx.tx((tx) => graphRepository.find(tx.db, knowledgeBaseId));
  if (!found) throw new AppError('knowledge.not_found');
  const { modelId } = found.graph;
  const resolved = await resolveGraphModel(run.ctx, modelId);
  return { run, knowledgeBaseId, resolved, model: answerModelOf(modelId) };
};

const stoppedNote = 'Stopped by the budget. Raise it to go on where it stopped.';

const handle = async (run: RunHandle): Promise<string | undefined> => {
  const work = await loadWork(run);
  const { knowledgeBaseId } = work;
  const isComplete = await readChunks(work);
  const notes = isComplete ? [await embedNames(work)] : [stoppedNote];
  await run.progress(0.91, 'Putting names together');
  const waiting = await run.ctx.tx((tx) => projectGraph(tx, knowledgeBaseId, run.signal));
  if (isComplete) notes.push(await summariseCommunities(work, waiting));
  const note = notes.filter((each) => each !== undefined).join(' ');
  await run.step(async (tx) => {
    await projectGraph(tx, knowledgeBaseId, run.signal);
    await graphRepository.update(tx.db, knowledgeBaseId, {
      builtAt: tx.now(),
      stoppedByBudget: !isComplete,
      note: note === '' ? null : note,
    });
  });
  return note === '' ? undefined : note;
};

/** The run that builds a knowledge base's graph. What was read before a stop is kept: it is shown and not read again. */
export const buildRun = defineRun({
  kind: graphRunKind,
  topic: ({ input }) => graphTopic(baseOf(input)),
  handle,
  finished: async (tx, { subjectId, status }) => {
    if (status === 'COMPLETED') return;
    await orderRefresh(tx, baseOfSubject(subjectId));
  },
});
