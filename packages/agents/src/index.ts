export type {
  Agent,
  AgentBudget,
  AgentTool,
  ApprovalDecision,
  ApprovalRule,
  JsonSchema,
  ToolCall,
  ToolEffect,
  ToolOutcome,
} from './agent.ts';
export type { AgentHost, TurnReply, TurnRequest } from './host.ts';
export { type AgentTask, runAgent } from './loop/run-agent.ts';
export type { AgentFailure, AgentOutcome, AgentStep, AgentUse } from './outcome.ts';
