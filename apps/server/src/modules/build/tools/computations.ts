import {
  type GivenMcpTool,
  type OpenApiReading,
  type ReadMcpTool,
  readMcpTools,
  readOpenApi,
} from '@atelier/agents/tools';
import { defineComputation } from '../../../kernel/compute/computation.ts';

/** Reads the description of an API, which may come from anybody. */
export const openApiReading = defineComputation({
  name: 'tools.read-openapi',
  deadlineMs: 20_000,
  isOfFlows: true,
  compute: (document: string): OpenApiReading => readOpenApi(document),
});

/** Reads the tools that a server of tools describes, which may be anybody's. */
export const mcpToolsReading = defineComputation({
  name: 'tools.read-mcp-tools',
  deadlineMs: 20_000,
  isOfFlows: true,
  compute: (given: GivenMcpTool[]): ReadMcpTool[] => readMcpTools(given),
});
