export { knowledgeEvents, knowledgeTopic } from './events.ts';
export { canChangeKnowledgeBase } from './policy.ts';
export { documents, type ImportRow, type IndexVersionRow } from './tables.ts';
export { visibleKnowledge } from './visible-knowledge.ts';
