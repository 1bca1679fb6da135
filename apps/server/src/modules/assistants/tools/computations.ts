import {
  type McpMessageReading,
  type OpenApiReading,
  readMcpMessage,
  readOpenApi,
} from '@atelier/agents/tools';
import { defineComputation } from '../../../kernel/compute/computation.ts';

interface OpenApiOrder {
  document: string;
  keys: readonly string[];
  /** The address of the document, if it has one. */
  address: string | undefined;
}

/** Reads the description of an API, which may come from anybody. */
export const openApiReading = defineComputation({
  name: 'tools.read-openapi',
  deadlineMs: 20_000,
  isOfFlows: true,
  compute: ({ document, ...wanted }: OpenApiOrder): OpenApiReading => readOpenApi(document, wanted),
});

/** The longest message of a server of tools that is read at once. */
const longestAtOnce = 32_768;

/** Reads a message of a server of tools, which may be anybody's. */
export const mcpMessageReading = defineComputation({
  name: 'tools.read-mcp-message',
  deadlineMs: 20_000,
  isOfFlows: true,
  isSmall: (text: string) => text.length <= longestAtOnce,
  compute: (text: string): McpMessageReading => readMcpMessage(text),
});
