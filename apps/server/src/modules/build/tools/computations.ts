import { checkValue, isQuickCheck, type SchemaCheck } from '@atelier/agents/schema';
import {
  type GivenMcpTool,
  type OpenApiReading,
  type ReadMcpTool,
  readMcpTools,
  readOpenApi,
} from '@atelier/agents/tools';
import { defineComputation } from '../../../kernel/compute/computation.ts';

/** Checks a value by the JSON Schema of a tool or an answer. Schemas come from users and from servers of others. */
export const schemaCheck = defineComputation({
  name: 'tools.check-value',
  deadlineMs: 10_000,
  isOfFlows: true,
  isSmall: isQuickCheck,
  compute: (check: SchemaCheck): string[] => checkValue(check),
});

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
