import type { AgentRunDetails, AgentRunStep } from '@atelier/contracts/assistants/agents/agent-run-shapes';

/** A run of an agent as the server describes it in tests. */
export const agentRunReply = (more: Partial<AgentRunDetails> = {}): AgentRunDetails => ({
  runId: 'run_1',
  agentId: 'agt_1',
  agentName: 'Clerk',
  environment: 'TESTING',
  status: 'RUNNING',
  task: 'Pay invoice 7.',
  cause: null,
  credits: 0.02,
  queuedAt: '2026-03-01T10:00:00.000Z',
  startedAt: '2026-03-01T10:00:01.000Z',
  endedAt: null,
  input: 'Pay invoice 7.',
  documents: [],
  output: null,
  steps: [],
  usage: { turns: 1, tokens: 1240, credits: 0.02, workMs: 4100 },
  cutShortBy: null,
  files: [],
  costs: [{ turn: 1, tokens: 1240, credits: 0.017, toolCredits: 0.003 }],
  isCutOff: false,
  abilities: { canCancel: true, canRetry: false },
  ...more,
});

/** A run without its steps, as the stream tells it. */
export const agentStateReply = (more: Partial<AgentRunDetails> = {}) => {
  const { steps: _steps, ...state } = agentRunReply(more);
  return state;
};

type ToolStep = Extract<AgentRunStep, { type: 'TOOL' }>;

/** A call of a tool as the server describes it in tests. */
export const callReply = (more: Partial<ToolStep> = {}): ToolStep => ({
  type: 'TOOL',
  turn: 1,
  callId: 'call_1',
  tool: 'calculate',
  title: 'Calculator',
  input: { first: 2, operation: 'ADD', second: 3 },
  output: 5,
  outputSize: 1,
  status: 'DONE',
  isEdited: false,
  durationMs: 12,
  approvalToken: null,
  description: null,
  inputSchema: null,
  ...{ childRunId: null, flowRunId: null, credits: 0 },
  ...more,
});
