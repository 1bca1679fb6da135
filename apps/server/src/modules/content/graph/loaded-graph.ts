import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  createGraphSearcher,
  type GraphIndex,
  type GraphSearcher,
  type SearchableGraph,
} from '@atelier/retrieval/graph';
import { LRUCache } from 'lru-cache';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineService } from '../../../kernel/services/services.ts';
import { index } from './computations.ts';
import { contentsRepository, type GraphContents } from './contents-repository.ts';
import { graphRepository } from './repository.ts';

/** The most graphs that a process keeps in memory. */
const mostGraphs = 8;

/** A graph in memory, for searching and viewing. */
export interface LoadedGraph extends GraphContents {
  revision: number;
  entityById: ReadonlyMap<string, GraphContents['entities'][number]>;
  aliasesOf: ReadonlyMap<string, GraphContents['aliases']>;
  relationsOf: ReadonlyMap<string, GraphContents['relations']>;
  mentionsOf: ReadonlyMap<string, GraphContents['mentions']>;
  searcher: GraphSearcher;
}

const groupRelations = (relations: GraphContents['relations']) => {
  const byEntity = new Map<string, GraphContents['relations']>();
  for (const relation of relations) {
    for (const id of [relation.sourceId, relation.targetId]) {
      const known = byEntity.get(id) ?? [];
      known.push(relation);
      byEntity.set(id, known);
    }
  }
  return byEntity;
};

/** Prepares a graph in steps, and yields to other work between them. */
const makeReady = async (
  contents: GraphContents,
  searchable: GraphIndex,
  revision: number,
): Promise<LoadedGraph> => {
  const aliasesOf = Map.groupBy(contents.aliases, ({ entityId }) => entityId);
  const mentionsOf = Map.groupBy(contents.mentions, ({ subjectId }) => subjectId);
  const listChunkIds = (id: string) => (mentionsOf.get(id) ?? []).map(({ chunkId }) => chunkId);
  await othersTurn();
  const graph: SearchableGraph = {
    entities: contents.entities.map(({ id, name, type, description }) => ({
      id,
      name,
      type,
      description,
      names: (aliasesOf.get(id) ?? []).map((alias) => alias.name),
      chunkIds: listChunkIds(id),
    })),
    relations: contents.relations.map((relation) => ({ ...relation, chunkIds: listChunkIds(relation.id) })),
    communities: contents.communities.map(({ title, summary, members }) => ({
      title,
      summary,
      memberIds: members,
    })),
  };
  await othersTurn();
  const searcher = createGraphSearcher(graph, searchable);
  await othersTurn();
  return {
    ...contents,
    revision,
    entityById: new Map(contents.entities.map((entity) => [entity.id, entity])),
    aliasesOf,
    mentionsOf,
    relationsOf: groupRelations(contents.relations),
    searcher,
  };
};

const load = async (tx: TxCtx, knowledgeBaseId: string, revision: number): Promise<LoadedGraph> => {
  const texts = await contentsRepository.readTexts(tx.db, knowledgeBaseId);
  const [searchable, contents] = await Promise.all([
    tx.services.compute.run(index, texts, { tenantId: tx.tenantId }),
    contentsRepository.read(tx.db, knowledgeBaseId),
  ]);
  return makeReady(contents, searchable, revision);
};

/** The graphs that were used last. */
class GraphCache {
  readonly #graphs = new LRUCache<string, LoadedGraph>({ max: mostGraphs });
  readonly #loading = new Map<string, Promise<LoadedGraph>>();

  /** Returns the current graph, or undefined when none was built. */
  async open(tx: TxCtx, knowledgeBaseId: string): Promise<LoadedGraph | undefined> {
    const row = (await graphRepository.find(tx.db, knowledgeBaseId))?.graph;
    if (!row || row.revision === 0) return undefined;
    const key = `${tx.tenantId} ${knowledgeBaseId}`;
    const known = this.#graphs.get(key);
    const loaded =
      known?.revision === row.revision && known.entities.length === row.entities
        ? known
        : await this.#load(tx, knowledgeBaseId, row.revision);
    this.#graphs.set(key, loaded);
    return loaded;
  }

  /** Loads a graph. Simultaneous calls for the same graph share one load. */
  #load(tx: TxCtx, knowledgeBaseId: string, revision: number): Promise<LoadedGraph> {
    const key = `${tx.tenantId} ${knowledgeBaseId} ${revision}`;
    const loading =
      this.#loading.get(key) ?? load(tx, knowledgeBaseId, revision).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  clear(): void {
    this.#graphs.clear();
  }
}

export const graphCache = defineService({
  name: 'graph.cache',
  create: () => new GraphCache(),
  close: (cache) => cache.clear(),
});
