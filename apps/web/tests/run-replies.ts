import type { RunDetails, RunLine, RunStep } from '@atelier/contracts/assistants/runs/run-shapes';

/** A run as the server describes it in tests. */
export const runLineReply = (more: Partial<RunLine> = {}): RunLine => ({
  runId: 'run_1',
  kind: 'knowledge.import',
  title: 'Import of a document',
  status: 'COMPLETED',
  stage: null,
  progress: 1,
  subject: { name: 'handbook.pdf', address: '/knowledge-base/kb_1/documents?document=imp_1' },
  cause: null,
  note: null,
  credits: 0,
  parentId: null,
  queuedAt: '2026-03-01T10:00:00.000Z',
  startedAt: '2026-03-01T10:00:01.000Z',
  endedAt: '2026-03-01T10:00:20.000Z',
  ...more,
});

export const runReply = (more: Partial<RunDetails> = {}): RunDetails => ({
  ...runLineReply(),
  version: 1,
  engine: 1,
  attempts: 0,
  losses: 0,
  budgetCredits: null,
  orderedBy: 'Ada Lovelace',
  origin: null,
  parent: null,
  input: { text: '{}', size: 2 },
  output: { text: 'null', size: 4 },
  stages: [],
  waits: [],
  children: [],
  hasMoreChildren: false,
  abilities: { canCancel: false, canRetry: false, canReplay: false },
  ...more,
});

export const stepReply = (more: Partial<RunStep> = {}): RunStep => ({
  seq: 1,
  name: 'read',
  operation: 'step',
  attempts: 1,
  input: null,
  output: { text: '{"pages":3}', size: 11 },
  cause: null,
  credits: 0,
  ms: 0,
  at: '2026-03-01T10:00:05.000Z',
  ...more,
});
