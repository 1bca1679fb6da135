import type { GraphEntity, GraphSource } from '@atelier/contracts/content/graph/graph-shapes';
import { splitSentences } from '@atelier/retrieval/text';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findChunks, getGraphSettings } from '../../search/index.ts';
import { contentsRepository } from '../contents-repository.ts';
import { graphCache, type LoadedGraph } from '../loaded-graph.ts';
import { canCorrectGraph } from '../policy.ts';
import { presentEdge, presentEdit, presentNode } from '../present.ts';

const most = { sources: 20, relations: 100, quote: 400 };

/** Returns the sentence around a mention. */
const quoteAt = (text: string, at: number): string => {
  const sentence = splitSentences(text).find(({ start, end }) => start <= at && at < end);
  return (sentence?.text ?? text).slice(0, most.quote);
};

const readSources = async (tx: TxCtx, graph: LoadedGraph, id: string): Promise<GraphSource[]> => {
  const mentions = (graph.mentionsOf.get(id) ?? []).slice(0, most.sources);
  const found = await findChunks(
    tx,
    mentions.map(({ chunkId }) => chunkId),
  );
  const byId = new Map(found.map((each) => [each.chunk.id, each]));
  return mentions.flatMap(({ chunkId, start, end }) => {
    const source = byId.get(chunkId);
    if (!source) return [];
    const { chunk, document } = source;
    return [
      {
        chunkId,
        knowledgeBaseImportId: document.id,
        documentName: document.name,
        quote: quoteAt(chunk.text, start - chunk.startOffset),
        start: Number(start),
        end: Number(end),
      },
    ];
  });
};

const presentRelations = (graph: LoadedGraph, id: string): GraphEntity['relations'] =>
  (graph.relationsOf.get(id) ?? []).slice(0, most.relations).flatMap((relation) => {
    const other = graph.entityById.get(relation.sourceId === id ? relation.targetId : relation.sourceId);
    return other ? [{ ...presentEdge(relation), other: presentNode(other) }] : [];
  });

/** Presents an entity with its relations and sources. Throws `graph.entity_not_found`. */
export const presentEntity = async (
  tx: TxCtx,
  graph: LoadedGraph | undefined,
  { knowledgeBaseId, entityId }: { knowledgeBaseId: string; entityId: string },
): Promise<GraphEntity> => {
  const entity = graph?.entityById.get(entityId);
  if (!graph || !entity) return fail('graph.entity_not_found');
  const aliases = graph.aliasesOf.get(entityId) ?? [];
  const atoms = new Set(aliases.map(({ atom }) => atom));
  const edits = await contentsRepository.listEdits(tx.db, knowledgeBaseId);
  return {
    ...presentNode(entity),
    description: entity.description,
    aliases: [...new Set(aliases.map(({ name }) => name))],
    relations: presentRelations(graph, entityId),
    sources: await readSources(tx, graph, entityId),
    communityTitle: graph.communities[entity.community]?.title ?? null,
    edits: edits.filter(({ groups }) => groups.flat().some((atom) => atoms.has(atom))).map(presentEdit),
    abilities: { canCorrect: canCorrectGraph(tx) },
  };
};

/** Throws `knowledge.not_found` and `graph.entity_not_found`. */
export const getEntity = (ctx: Ctx, knowledgeBaseId: string, entityId: string): Promise<GraphEntity> =>
  ctx.tx(async (tx) => {
    await getGraphSettings(tx, knowledgeBaseId);
    const graph = await ctx.use(graphCache).open(tx, knowledgeBaseId);
    return presentEntity(tx, graph, { knowledgeBaseId, entityId });
  });
