export { publishingGate } from './publishing-gate.ts';
