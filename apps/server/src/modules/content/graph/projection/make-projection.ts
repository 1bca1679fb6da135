import { createHash } from 'node:crypto';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import {
  buildGraph,
  type KnowledgeGraph,
  type Mention,
  type NameEdit,
  type ReadChunk,
} from '@atelier/retrieval/graph';
import type { GraphContents, GraphRows } from '../contents-repository.ts';
import { Reading } from '../prompts.ts';

/** A chunk with a model's answer about it, both as JSON, as the database stores them. */
export interface AnsweredChunk {
  id: string;
  import_id: string;
  text: string;
  start_offset: number;
  answer: string;
}

/** Parses the chunks that were read, as the input of the graph's computation. */
export const readAnswers = (chunks: readonly AnsweredChunk[]): ReadChunk[] =>
  chunks.flatMap(({ id, import_id: importId, text, start_offset: start, answer }) => {
    const reading = Reading.safeParse(readJson(answer)).data;
    return reading ? [{ chunkId: id, importId, text, start, ...reading }] : [];
  });

/** Encodes a vector for storage. */
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

/** Returns the similarity of two names, if the vectors of both are stored. */
const createCosine = (kept: ReadonlyMap<string, unknown>) => {
  const vectors = new Map([...kept].map(([atom, packed]) => [atom, unpackVector(packed)]));
  return (a: string, b: string): number | undefined => {
    const [one, other] = [vectors.get(a), vectors.get(b)];
    return one && other ? cosine(one, other) : undefined;
  };
};

/** The input of a graph: the models' answers, the users' corrections, and the vectors of names. */
interface ProjectionSource {
  chunks: readonly AnsweredChunk[];
  edits: readonly NameEdit[];
  vectors: ReadonlyMap<string, unknown>;
}

/**
 * A community large enough for a model's summary: its index among the communities, and the facts that it is summarised
 * from.
 */
export interface GroupFacts {
  place: number;
  /** The key of the summary, which changes only with the facts. */
  key: string;
  facts: string;
}

export interface Projection {
  rows: GraphRows;
  communities: GraphContents['communities'];
  counts: { entities: number; relations: number; communities: number };
  /** The largest communities. */
  groups: GroupFacts[];
}

const summarised = { groups: 30, members: 3 };
const factsLength = 6000;
/** The number of rows that one statement carries. */
const batch = 5000;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 26);

/** Returns an entity's id, which is the same in every build of a knowledge base. */
const toEntityId = (key: string): string => `ent_${hash(key)}`;
const toRelationId = (key: string): string => `rel_${hash(key)}`;

/** Returns the facts that a community is summarised from. They change only with its members. */
const describeCommunity = ({ entities, relations }: KnowledgeGraph, place: number): string => {
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

const listGroups = (graph: KnowledgeGraph): GroupFacts[] =>
  graph.communities.slice(0, summarised.groups).flatMap(({ members }, place) => {
    if (members.length < summarised.members) return [];
    const facts = describeCommunity(graph, place);
    return [{ place, key: hash(facts), facts }];
  });

const toMentionRows = (subjectId: string, mentions: readonly Mention[]): GraphContents['mentions'] =>
  mentions.map(({ chunkId, importId, start, end }) => ({ subjectId, chunkId, importId, start, end }));

const toGraphContents = (graph: KnowledgeGraph): GraphContents => ({
  entities: graph.entities.map(({ key, name, type, description, mentions, degree, community }) => ({
    id: toEntityId(key),
    name,
    type,
    description,
    mentions: mentions.length,
    degree,
    community,
  })),
  aliases: graph.entities.flatMap(({ key, names }) =>
    names.map(({ name, atom }, place) => ({ entityId: toEntityId(key), place, name, atom })),
  ),
  relations: graph.relations.map(({ key, source, target, description, weight }) => ({
    id: toRelationId(key),
    sourceId: toEntityId(source),
    targetId: toEntityId(target),
    description,
    weight,
  })),
  mentions: [
    ...graph.entities.flatMap(({ key, mentions }) => toMentionRows(toEntityId(key), mentions)),
    ...graph.relations.flatMap(({ key, mentions }) => toMentionRows(toRelationId(key), mentions)),
  ],
  communities: graph.communities.map(({ title, summary, members }, place) => ({
    place,
    title,
    summary,
    members: members.map(toEntityId),
  })),
});

const inBatches = (rows: readonly unknown[]): string[] => {
  const batches: string[] = [];
  for (let from = 0; from < rows.length; from += batch)
    batches.push(JSON.stringify(rows.slice(from, from + batch)));
  return batches;
};

/**
 * Computes entities, relations and communities from the stored answers and edits. Rows are returned as the texts that are
 * sent to the database, because copying a hundred thousand objects between threads would take as long as writing them.
 */
export const makeProjection = ({ chunks, edits, vectors }: ProjectionSource): Projection => {
  const choice = vectors.size > 0 ? { edits, cosineOf: createCosine(vectors) } : { edits };
  const graph = buildGraph(readAnswers(chunks), choice);
  const { communities, ...parts } = toGraphContents(graph);
  return {
    rows: {
      entities: inBatches(parts.entities),
      aliases: inBatches(parts.aliases),
      relations: inBatches(parts.relations),
      mentions: inBatches(parts.mentions),
    },
    communities,
    counts: {
      entities: graph.entities.length,
      relations: graph.relations.length,
      communities: communities.length,
    },
    groups: listGroups(graph),
  };
};
