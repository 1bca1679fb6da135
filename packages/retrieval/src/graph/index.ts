export { buildGraph, type GraphChoice } from './build-graph.ts';
export {
  createGraphSearcher,
  type GraphHits,
  type GraphIndex,
  type GraphSearcher,
  type GraphTexts,
  indexGraph,
  type SearchableGraph,
} from './graph-search.ts';
export {
  type Community,
  type GraphEntityNode,
  type GraphRelationEdge,
  type KnowledgeGraph,
  type Mention,
  type NameEdit,
  type ReadChunk,
  type ReadEntity,
  type ReadRelation,
} from './graph-types.ts';
export { undecidedNames } from './undecided-names.ts';
