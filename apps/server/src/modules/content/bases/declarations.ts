export { knowledgeEvents, knowledgeTopic } from './events.ts';
export { documentCounts, findKnowledgeBaseUses, knowledgeBaseUses } from './extension-points.ts';
export { canChangeKnowledgeBase } from './present.ts';
export { documents, type IndexVersionRow, type KnowledgeBaseWithIndex } from './tables.ts';
export { selectActiveIndex, visibleKnowledge } from './visible-knowledge.ts';
