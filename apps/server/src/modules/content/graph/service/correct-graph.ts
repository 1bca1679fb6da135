import type { GraphEdit, GraphEntity } from '@atelier/contracts/content/graph/graph-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { getGraphSettings } from '../../search/index.ts';
import { contentsRepository } from '../contents-repository.ts';
import { graphCache, type LoadedGraph } from '../loaded-graph.ts';
import { presentEdit } from '../present.ts';
import { projectGraph } from '../project-graph.ts';
import { graphRepository } from '../repository.ts';
import { presentEntity } from './view-graph.ts';

interface EntityKey {
  knowledgeBaseId: string;
  entityId: string;
}

interface Correction {
  kind: 'MERGE' | 'SPLIT';
  groups: string[][];
  names: string[];
}

/** Returns the id of the entity that holds the atom after the correction. */
const entityWith = (graph: LoadedGraph | undefined, atom: string | undefined): string =>
  graph?.aliases.find((alias) => alias.atom === atom)?.entityId ?? '';

/** Stores a correction and recomputes the graph. The correction is validated while the graph is locked. */
const correct = (
  ctx: Ctx,
  { knowledgeBaseId, entityId }: EntityKey,
  decide: (graph: LoadedGraph) => Correction,
): Promise<GraphEntity> =>
  ctx.tx(async (tx) => {
    const cache = ctx.use(graphCache);
    await getGraphSettings(tx, knowledgeBaseId);
    await graphRepository.lock(tx.db, knowledgeBaseId);
    const before = await cache.open(tx, knowledgeBaseId);
    if (!before?.entityById.has(entityId)) return fail('graph.entity_not_found');
    const correction = decide(before);
    const id = newId('ged');
    await contentsRepository.insertEdit(tx.db, { id, knowledgeBaseId, ...correction });
    await projectGraph(tx, knowledgeBaseId);
    await tx.audit(`graph.entity_${correction.kind === 'MERGE' ? 'merged' : 'split'}`, knowledgeBaseId, {
      entityId,
      editId: id,
    });
    const after = await cache.open(tx, knowledgeBaseId);
    const shown = entityWith(after, correction.groups.at(-1)?.[0]);
    return presentEntity(tx, after, { knowledgeBaseId, entityId: shown });
  });

const listAtoms = (graph: LoadedGraph, entityId: string): string[] => [
  ...new Set((graph.aliasesOf.get(entityId) ?? []).map(({ atom }) => atom)),
];

/** Throws `knowledge.not_found` and `graph.entity_not_found`. */
export const mergeEntities = (ctx: Ctx, entity: EntityKey, otherId: string): Promise<GraphEntity> =>
  correct(ctx, entity, (graph) => {
    const [one, other] = [graph.entityById.get(entity.entityId), graph.entityById.get(otherId)];
    if (!one || !other) return fail('graph.entity_not_found');
    return {
      kind: 'MERGE',
      groups: [[...listAtoms(graph, one.id), ...listAtoms(graph, other.id)]],
      names: [one.name, other.name],
    };
  });

/** Throws `knowledge.not_found`, `graph.entity_not_found` and `graph.split_needs_both`. */
export const splitEntity = (ctx: Ctx, entity: EntityKey, names: readonly string[]): Promise<GraphEntity> =>
  correct(ctx, entity, (graph) => {
    const aliases = graph.aliasesOf.get(entity.entityId) ?? [];
    const moved = new Set(aliases.filter(({ name }) => names.includes(name)).map(({ atom }) => atom));
    const rest = listAtoms(graph, entity.entityId).filter((atom) => !moved.has(atom));
    if (moved.size === 0 || rest.length === 0) fail('graph.split_needs_both');
    return { kind: 'SPLIT', groups: [[...moved], rest], names: [...names] };
  });

/** Throws `knowledge.not_found` and `graph.edit_not_found`. */
export const undoEdit = (ctx: Ctx, knowledgeBaseId: string, editId: string): Promise<GraphEdit> =>
  ctx.tx(async (tx: TxCtx) => {
    await getGraphSettings(tx, knowledgeBaseId);
    const row =
      (await contentsRepository.removeEdit(tx.db, knowledgeBaseId, editId)) ?? fail('graph.edit_not_found');
    await projectGraph(tx, knowledgeBaseId);
    await tx.audit('graph.correction_undone', knowledgeBaseId, { editId });
    return presentEdit(row);
  });
