export { conversationCounter } from './conversation-counts.ts';
export { publishingGate } from './publishing-gate.ts';
