import type { AgentTool } from '@atelier/agents';
import type { McpBinding, ToolBinding as OfferedBinding, ToolOrigin } from '../../tools/declarations.ts';
import type { MemoryBinding } from '../memory/memory-tools.ts';

/** Carries out the calls of a tool. */
export type ToolBinding =
  | OfferedBinding
  | McpBinding
  | { kind: 'KNOWLEDGE'; knowledgeBaseId: string }
  | { kind: 'APP'; appId: string }
  | { kind: 'AGENT'; agentId: string }
  /** With `takesFields`, the arguments are the input of the flow; else it is the argument `input`. */
  | { kind: 'FLOW'; flowId: string; takesFields?: boolean }
  | MemoryBinding
  /** The program that asked the agent makes the calls. */
  | { kind: 'PROGRAM' }
  | MemberBinding
  | CrewBinding;

/** Hands work to the agent of the crew that the call names; with `takesOver`, its answer is that of the crew. */
export interface MemberBinding {
  kind: 'MEMBER';
  members: readonly { agentId: string; name: string }[];
  takesOver: boolean;
}

/** The notes and tasks that the agents of a crew share. */
export interface CrewBinding {
  kind: 'CREW';
  does: 'PLAN' | 'WRITE_NOTE' | 'READ_NOTES';
}

/** A tool of an agent with what carries it out. */
export interface BoundTool extends AgentTool {
  binding: ToolBinding;
  origin?: ToolOrigin;
}
