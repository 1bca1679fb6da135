import { AppError } from '../../../../kernel/base/errors.ts';
import { defineRun, type RunContext } from '../../../../kernel/runs/index.ts';
import { knowledgeBaseNames } from '../../bases/index.ts';
import { answerModelOf, resolveGraphModel } from '../graph-models.ts';
import { projectGraph } from '../project-graph.ts';
import { graphRepository } from '../repository/graphs.ts';
import { cancelGraph } from '../service/build-graph.ts';
import { baseOfSubject, graphRunType, graphTopic } from '../topic.ts';
import { embedNames } from './embed-names.ts';
import { type BuildWork, readChunks } from './read-chunks.ts';
import { orderRefresh } from './refresh.ts';
import { summariseCommunities } from './summarise-communities.ts';

const loadWork = async (run: RunContext): Promise<BuildWork> => {
  const knowledgeBaseId = run.scopeId;
  const found = await run.ctx.tx((tx) => graphRepository.find(tx.db, knowledgeBaseId));
  if (!found) throw new AppError('knowledge.not_found');
  const { modelId } = found.graph;
  const resolved = await resolveGraphModel(run.ctx, modelId);
  return {
    run,
    resolved,
    knowledgeBaseId,
    reference: `graph ${run.runId}`,
    onCost: (tx, cost) => graphRepository.addSpent(tx.db, knowledgeBaseId, cost),
    model: answerModelOf(modelId),
  };
};

const stoppedNote = 'Stopped by the budget. Raise it to go on where it stopped.';

const handle = async (run: RunContext): Promise<{ note: string }> => {
  const work = await loadWork(run);
  const { knowledgeBaseId } = work;
  const isComplete = await readChunks(work);
  const notes = isComplete ? [await embedNames(work)] : [stoppedNote];
  await run.progress(0.91, 'Putting names together');
  const waiting = await run.ctx.tx((tx) => projectGraph(tx, knowledgeBaseId, run.signal));
  if (isComplete) notes.push(await summariseCommunities(work, waiting));
  const note = notes.filter((each) => each !== undefined).join(' ');
  await run.write(async (tx) => {
    await projectGraph(tx, knowledgeBaseId, run.signal);
    await graphRepository.update(tx.db, knowledgeBaseId, {
      builtAt: tx.now(),
      stoppedByBudget: !isComplete,
      note: note === '' ? null : note,
    });
  });
  return { note };
};

/** The run that builds a knowledge base's graph. Chunks that were read before a stop are shown and not read again. */
export const buildRun = defineRun({
  ...graphRunType,
  topic: ({ scopeId }) => graphTopic(scopeId),
  run: handle,
  screen: {
    subjects: knowledgeBaseNames.asSubjects('graph'),
    cancel: (ctx, { scopeId }) => cancelGraph(ctx, scopeId),
  },
  note: ({ note }) => (note === '' ? undefined : note),
  ended: async (tx, { subjectId, status }) => {
    if (status === 'COMPLETED') return;
    await orderRefresh(tx, baseOfSubject(subjectId));
  },
});
