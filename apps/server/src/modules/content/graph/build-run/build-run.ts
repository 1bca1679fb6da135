import { AppError } from '../../../../kernel/base/errors.ts';
import { defineRun, type RunContext } from '../../../../kernel/runs/index.ts';
import { knowledgeBaseNames } from '../../bases/index.ts';
import { AskedTogether, computeMaxCost, embedTextsUnpaid } from '../../models/index.ts';
import { findGraphSettings } from '../../search/index.ts';
import { undecided } from '../computations.ts';
import { resolveGraphModel, toAnswerModel } from '../graph-models.ts';
import { projectGraph } from '../project-graph.ts';
import { type GroupFacts, packVector } from '../projection/make-projection.ts';
import { readAnswer, Summary, summaryRequest } from '../prompts.ts';
import { answerRepository, graphRepository } from '../repository.ts';
import { cancelGraph, orderRefresh } from '../service/build-graph.ts';
import { baseOfSubject, graphRunType, graphTopic } from '../topic.ts';
import { type BuildWork, readChunks } from './read-chunks.ts';

const namesAtOnce = 256;

/**
 * Embeds names that are similar but not certain to be one entity, if the knowledge base has an embedding model. Returns a
 * note if that fails; the graph is built without the vectors then.
 */
const embedNames = async ({ run, knowledgeBaseId, model }: BuildWork): Promise<string | undefined> => {
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
    for (let from = 0; from < wanted.length; from += namesAtOnce) {
      const part = wanted.slice(from, from + namesAtOnce);
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

const isAffordable = async (
  { run, knowledgeBaseId, resolved }: BuildWork,
  facts: string,
): Promise<boolean> => {
  const found = await run.ctx.tx((tx) => graphRepository.find(tx.db, knowledgeBaseId));
  const { budget = null, buildSpent = 0 } = found?.graph ?? {};
  return budget === null || buildSpent + computeMaxCost(resolved, summaryRequest(facts)) <= budget;
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
const summariseCommunities = async (
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
    model: toAnswerModel(modelId),
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
