import { createHash } from 'node:crypto';
import {
  buildGraph,
  type KnowledgeGraph,
  type Mention,
  type NameEdit,
  type ReadPassage,
  undecidedNames,
} from '@atelier/retrieval';
import type { TxCtx } from '../../kernel/context.ts';
import { findGraphGround } from '../knowledge/index.ts';
import { Reading, Summary } from './build-run/prompts.ts';
import { answerModelOf } from './graph-models.ts';
import { answerRepository } from './repository/answers.ts';
import { contentsRepository, type GraphContents } from './repository/contents.ts';
import { graphRepository } from './repository/graphs.ts';
import { graphTopic } from './topic.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 26);

/** The same for the same thing in every build of a knowledge base. */
export const entityIdOf = (key: string): string => `ent_${hash(key)}`;
const relationIdOf = (key: string): string => `rel_${hash(key)}`;

/** Every passage that was read, ready to be made a graph of. */
export const loadReadPassages = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  model: string,
): Promise<ReadPassage[]> => {
  const rows = await answerRepository.listRead(tx.db, { knowledgeBaseId, model });
  return rows.flatMap(({ id, import_id: importId, text, start_offset: start, payload }) => {
    const reading = Reading.safeParse(payload).data;
    return reading ? [{ chunkId: id, importId, text, start, ...reading }] : [];
  });
};

/** A vector as it is kept. */
export const packVector = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');

const unpackVector = (packed: unknown): Float32Array => {
  const bytes = Uint8Array.from(Buffer.from(typeof packed === 'string' ? packed : '', 'base64'));
  return new Float32Array(bytes.buffer);
};

const cosine = (a: Float32Array, b: Float32Array): number => {
  let [dot, one, other] = [0, 0, 0];
  a.forEach((value, at) => {
    const beside = b[at] ?? 0;
    dot += value * beside;
    one += value * value;
    other += beside * beside;
  });
  return one === 0 || other === 0 ? 0 : dot / Math.sqrt(one * other);
};

const loadCosine = async (tx: TxCtx, knowledgeBaseId: string, atoms: readonly string[]) => {
  const modelId = (await findGraphGround(tx, knowledgeBaseId))?.embeddingModelId;
  if (!modelId || atoms.length === 0) return undefined;
  const place = { knowledgeBaseId, model: modelId };
  const kept = await answerRepository.findMany(tx.db, place, 'VECTOR', atoms);
  const vectors = new Map([...kept].map(([atom, packed]) => [atom, unpackVector(packed)]));
  return (a: string, b: string) => {
    const [one, other] = [vectors.get(a), vectors.get(b)];
    return one && other ? cosine(one, other) : undefined;
  };
};

/** The graph as it follows from what is kept. */
export const computeGraph = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  { passages, undecided }: { passages: readonly ReadPassage[]; undecided: readonly string[] },
): Promise<KnowledgeGraph> => {
  const rows = await contentsRepository.listEdits(tx.db, knowledgeBaseId);
  const edits: NameEdit[] = rows.map(({ kind, groups }) => ({ kind, groups }));
  const cosineOf = await loadCosine(tx, knowledgeBaseId, undecided);
  return buildGraph(passages, cosineOf ? { edits, cosineOf } : { edits });
};

/** What a summary is kept under: the facts that it was made of. */
export const summaryKey = (facts: string): string => hash(facts);

const factsLength = 6000;

/** What a group is summarised from, the same as long as its members are. */
export const factsOf = ({ entities, relations }: KnowledgeGraph, place: number): string => {
  const members = new Map(
    entities.filter(({ community }) => community === place).map((entity) => [entity.key, entity]),
  );
  const lines = [...members.values()]
    .sort((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1))
    .map(({ name, type, description }) => `- ${name} (${type}): ${description}`);
  const links = relations
    .filter(({ source, target }) => members.has(source) && members.has(target))
    .map(
      ({ source, target, description }) =>
        `- ${members.get(source)?.name} – ${members.get(target)?.name}: ${description}`,
    );
  return [...lines.slice(0, 30), ...links.slice(0, 30)].join('\n').slice(0, factsLength);
};

/** Groups that are worth a model's summary: the largest. */
export const summarised = { groups: 30, members: 3 };

const mentionsOf = (subjectId: string, mentions: readonly Mention[]) =>
  mentions.map(({ chunkId, importId, start, end }) => ({ subjectId, chunkId, importId, start, end }));

const rowsOf = (graph: KnowledgeGraph, summaries: ReadonlyMap<number, Summary>): GraphContents => ({
  entities: graph.entities.map(({ key, name, type, description, mentions, degree, community }) => ({
    id: entityIdOf(key),
    name,
    type,
    description,
    mentions: mentions.length,
    degree,
    community,
  })),
  aliases: graph.entities.flatMap(({ key, names }) =>
    names.map(({ name, atom }, place) => ({ entityId: entityIdOf(key), place, name, atom })),
  ),
  relations: graph.relations.map(({ key, source, target, description, weight }) => ({
    id: relationIdOf(key),
    sourceId: entityIdOf(source),
    targetId: entityIdOf(target),
    description,
    weight,
  })),
  mentions: [
    ...graph.entities.flatMap(({ key, mentions }) => mentionsOf(entityIdOf(key), mentions)),
    ...graph.relations.flatMap(({ key, mentions }) => mentionsOf(relationIdOf(key), mentions)),
  ],
  communities: graph.communities.map(({ title, summary, members }, place) => ({
    place,
    title: summaries.get(place)?.title ?? title,
    summary: summaries.get(place)?.summary ?? summary,
    members: members.map(entityIdOf),
  })),
});

const loadSummaries = async (
  tx: TxCtx,
  graph: KnowledgeGraph,
  place: { knowledgeBaseId: string; model: string },
) => {
  const keys = new Map(
    graph.communities
      .slice(0, summarised.groups)
      .map((_community, at) => [at, summaryKey(factsOf(graph, at))] as const),
  );
  const kept = await answerRepository.findMany(tx.db, place, 'SUMMARY', [...keys.values()]);
  const found = new Map<number, Summary>();
  for (const [at, key] of keys) {
    const summary = Summary.safeParse(kept.get(key)).data;
    if (summary) found.set(at, summary);
  }
  await answerRepository.forgetSummaries(tx.db, place.knowledgeBaseId, [...keys.values()]);
  return found;
};

/**
 * Makes entities, relations and communities anew of what models answered and people corrected; asks no model. What was
 * read out of documents that are gone goes. Does nothing where there is no graph.
 */
export const projectGraph = async (tx: TxCtx, knowledgeBaseId: string): Promise<void> => {
  const row = await graphRepository.lock(tx.db, knowledgeBaseId);
  if (!row) return;
  const model = answerModelOf(row.modelId);
  await answerRepository.forgetGone(tx.db, knowledgeBaseId);
  const passages = await loadReadPassages(tx, knowledgeBaseId, model);
  const undecided = undecidedNames(passages).map(({ atom }) => atom);
  const graph = await computeGraph(tx, knowledgeBaseId, { passages, undecided });
  const summaries = await loadSummaries(tx, graph, { knowledgeBaseId, model });
  await contentsRepository.replace(tx.db, knowledgeBaseId, rowsOf(graph, summaries));
  await graphRepository.update(tx.db, knowledgeBaseId, {
    revision: row.revision + 1,
    entities: graph.entities.length,
    relations: graph.relations.length,
    communities: graph.communities.length,
  });
  await tx.signal(graphTopic(knowledgeBaseId), knowledgeBaseId);
};
