import type { AgentTool } from '@atelier/agents';
import type { ToolRequest } from '@atelier/contracts/assistants/tools/tool-shapes';
import type { FieldValues } from '@atelier/contracts/fields/fields';

const longest = 40;

/** Returns a name that models accept, and that no other tool of the agent has. */
export const toolName = (words: readonly string[], taken: ReadonlySet<string>): string => {
  const parts = words
    .join(' ')
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[a-z0-9]+/g);
  const plain = [...parts].join('_').slice(0, longest) || 'tool';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? plain : `${plain}_${number}`;
    if (!taken.has(name)) return name;
  }
};

/** The actions of an agent on the files of its run. They live as long as the run. */
export type FileWork = 'WRITE_FILE' | 'READ_FILE' | 'LIST_FILES';

/** Carries out the calls of a tool. It is kept with a run, so that a change of the tool does not change what was approved. */
export type ToolBinding =
  | { kind: 'PIECE'; piece: string; action: string; fixed: FieldValues; connectionId: string | null }
  | { kind: 'CODE' }
  | { kind: 'CHART' }
  | { kind: FileWork }
  | { kind: 'HTTP'; request: ToolRequest; connectionId: string | null };

/** Carries out the calls of a tool of a server. The address is the one that was there when the run began. */
export interface McpBinding {
  kind: 'MCP';
  mcpId: string;
  url: string;
  tool: string;
}

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
