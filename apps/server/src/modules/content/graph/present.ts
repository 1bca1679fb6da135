import {
  EntityType,
  type GraphEdge,
  type GraphEdit,
  type GraphNode,
} from '@atelier/contracts/content/graph/graph-shapes';
import type { GraphContents } from './contents-repository.ts';
import type { EditRow } from './tables.ts';

export const presentNode = (entity: GraphContents['entities'][number]): GraphNode => {
  const { id, name, type, mentions, degree, community } = entity;
  return { entityId: id, name, type: EntityType.parse(type), mentions, degree, community };
};

export const presentEdge = (relation: GraphContents['relations'][number]): GraphEdge => {
  const { id, sourceId, targetId, description, weight } = relation;
  return { relationId: id, sourceId, targetId, description, weight };
};

export const presentEdit = ({ id, kind, names, createdAt }: EditRow): GraphEdit => ({
  editId: id,
  kind,
  names,
  createdAt: createdAt.toISOString(),
});
