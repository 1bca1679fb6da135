export type { Chunk } from './chunk.ts';
export { buildCondensePrompt } from './condense-prompt.ts';
export { cutHistory } from './cut-history.ts';
export { buildFollowUpPrompt, followUpTokens, mostFollowUps, readFollowUps } from './follow-up-prompt.ts';
export { buildGuardPrompt, guardTokens, readVerdict } from './guard-prompt.ts';
export { buildKnowledgePrompt } from './knowledge-prompt.ts';
export { buildSummaryPrompt, summaryTokens } from './summary-prompt.ts';
export { buildTablePrompt, type ShownTable, tableTokens } from './table-prompt.ts';
