import type { NameEdit } from '@atelier/retrieval/graph';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { findGraphSettings } from '../search/index.ts';
import { projection } from './computations.ts';
import { contentsRepository, type GraphContents } from './contents-repository.ts';
import { toAnswerModel } from './graph-models.ts';
import type { GroupFacts, Projection } from './projection/make-projection.ts';
import { Summary } from './prompts.ts';
import { answerRepository, graphRepository } from './repository.ts';
import { graphTopic } from './topic.ts';

const loadVectors = async (tx: TxCtx, knowledgeBaseId: string): Promise<Map<string, unknown>> => {
  const model = (await findGraphSettings(tx, knowledgeBaseId))?.embeddingModelId;
  return model ? answerRepository.list(tx.db, { knowledgeBaseId, model }, 'VECTOR') : new Map();
};

/** Computes the graph from the stored answers and edits, in another thread. */
const computeProjection = async (
  tx: TxCtx,
  place: { knowledgeBaseId: string; model: string },
  signal: AbortSignal | undefined,
): Promise<Projection> => {
  const rows = await contentsRepository.listEdits(tx.db, place.knowledgeBaseId);
  const edits = rows.map(({ kind, groups }): NameEdit => ({ kind, groups }));
  const vectors = await loadVectors(tx, place.knowledgeBaseId);
  const chunks = await answerRepository.listRead(tx.db, place);
  return tx.services.compute.run(projection, { chunks, edits, vectors }, { tenantId: tx.tenantId, signal });
};

/**
 * Returns the stored summaries of communities, by their index, and deletes the summaries of communities that no longer
 * exist.
 */
const takeSummaries = async (
  tx: TxCtx,
  place: { knowledgeBaseId: string; model: string },
  groups: readonly GroupFacts[],
): Promise<Map<number, Summary>> => {
  const keys = groups.map(({ key }) => key);
  const kept = await answerRepository.findMany(tx.db, place, 'SUMMARY', keys);
  await answerRepository.forgetSummaries(tx.db, place.knowledgeBaseId, keys);
  return new Map(
    groups.flatMap(({ place: at, key }) => {
      const summary = Summary.safeParse(kept.get(key)).data;
      return summary ? [[at, summary] as const] : [];
    }),
  );
};

const withSummaries = (
  communities: GraphContents['communities'],
  summaries: ReadonlyMap<number, Summary>,
): GraphContents['communities'] =>
  communities.map((community) => ({ ...community, ...summaries.get(community.place) }));

/**
 * Recomputes entities, relations and communities from the models' answers and the users' corrections, without calling a model. Deletes the
 * data that was read from deleted documents. Returns the communities that have no summary yet. Does nothing when there is no graph.
 */
export const projectGraph = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  signal?: AbortSignal,
): Promise<GroupFacts[]> => {
  const row = await graphRepository.lock(tx.db, knowledgeBaseId);
  if (!row) return [];
  const place = { knowledgeBaseId, model: toAnswerModel(row.modelId) };
  await answerRepository.forgetGone(tx.db, knowledgeBaseId);
  const { rows, communities, counts, groups } = await computeProjection(tx, place, signal);
  const summaries = await takeSummaries(tx, place, groups);
  await contentsRepository.replace(tx.db, knowledgeBaseId, {
    rows,
    communities: withSummaries(communities, summaries),
  });
  await graphRepository.update(tx.db, knowledgeBaseId, { revision: row.revision + 1, ...counts });
  await tx.signal(graphTopic(knowledgeBaseId), knowledgeBaseId);
  return groups.filter(({ place: at }) => !summaries.has(at));
};
