import type { AgentTool } from '@atelier/agents';
import type { ToolRequest } from '@atelier/contracts/assistants/tools/tool-shapes';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { FileWork } from './run-folder.ts';

/** Carries out the calls of a tool. It is kept with a run, so that a change of the tool does not change what was approved. */
export type ToolBinding =
  | { kind: 'PIECE'; piece: string; action: string; fixed: FieldValues; connectionId: string | null }
  | { kind: 'CODE' }
  | { kind: 'CHART' }
  | { kind: FileWork }
  | { kind: 'HTTP'; request: ToolRequest; connectionId: string | null };

/** The tool of the company, or of a server, that an agent got, and the provider that refused it last. */
export type ToolOrigin = ({ toolId: string } | { mcpId: string; tool: string }) & {
  refusedBy: string | null;
};

/** A tool as an agent gets it, with what carries it out. */
export interface OfferedTool extends AgentTool {
  binding: ToolBinding;
  /** Undefined for a default tool. */
  origin?: ToolOrigin;
}
