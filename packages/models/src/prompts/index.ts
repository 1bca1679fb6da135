export type { Chunk } from './chunk.ts';
export { buildCondensePrompt } from './condense-prompt.ts';
export { cutHistory } from './cut-history.ts';
export { buildKnowledgePrompt } from './knowledge-prompt.ts';
