import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import { testRetrieval } from '../../../content/search/index.ts';
import { runFlowForProgram } from '../../flows/index.ts';
import { AgentInput, AgentOutput, AskInput, AskOutput, agentTool, answerText, askTool } from './ask-tool.ts';
import type { Tool } from './tools.ts';

const SearchInput = z.object({
  query: z.string().trim().min(1).max(4000).describe('What to look for: a question or words.'),
  limit: z.number().int().min(1).max(20).optional().describe('The most passages to return; 5 without it.'),
});

export const SearchOutput = z.object({
  passages: z.array(
    z.object({
      text: z.string(),
      score: z.number(),
      document: z.string(),
      document_id: z.string(),
      page: z.number().int().optional(),
      second: z.number().int().optional(),
      heading: z.string().optional(),
    }),
  ),
});
type SearchOutput = z.infer<typeof SearchOutput>;

const usualLimit = 5;

/** Searches a knowledge base on behalf of a tool, with its own settings. Throws `knowledge.not_found`. */
const searchTool = async (
  ctx: Ctx,
  { query, limit = usualLimit }: z.infer<typeof SearchInput>,
  { knowledgeBaseId, signal }: { knowledgeBaseId: string; signal: AbortSignal },
): Promise<SearchOutput> => {
  const { results } = await testRetrieval(ctx, { knowledgeBaseId, query, topK: limit }, signal);
  return {
    passages: results.map(
      ({ text, score, document: { name, knowledgeBaseImportId, page, second, heading } }) => ({
        ...{ text, score, document: name, document_id: knowledgeBaseImportId },
        ...(page === undefined ? {} : { page }),
        ...(second === undefined ? {} : { second }),
        ...(heading === undefined ? {} : { heading }),
      }),
    ),
  };
};

/** Returns passages as text, for clients that read no structured content. */
const passagesText = ({ passages }: SearchOutput): string =>
  passages.length === 0
    ? 'Nothing was found.'
    : passages.map(({ text, document }, index) => `[${index + 1}] ${document}\n${text}`).join('\n\n');

const FlowOutput = z.object({ output: z.unknown(), run_id: z.string() });

/** The most fields of an example that become arguments, and the characters of a value that describe one. */
const mostFields = 50;
const longestValue = 100;

const buildSchema = (value: unknown): z.ZodType => {
  if (typeof value === 'string') return z.string();
  if (typeof value === 'number') return z.number();
  if (typeof value === 'boolean') return z.boolean();
  if (Array.isArray(value)) return z.array(z.unknown());
  return isObject(value as JsonValue) ? z.looseObject({}) : z.unknown();
};

const buildArgumentSchema = (value: unknown): z.ZodType => {
  const text = JSON.stringify(value) ?? '';
  const shape = buildSchema(value).optional();
  return text.length > longestValue ? shape : shape.describe(`For example ${text}`);
};

const isNamed = (example: unknown): example is Record<string, JsonValue> =>
  isObject(example as JsonValue) && Object.keys(Object(example) as object).length <= mostFields;

/** Returns the arguments of a flow's tool: the fields of the example of its trigger, or one argument for an input of another kind. */
const flowInput = (example: unknown): z.ZodObject<Record<string, z.ZodType>, z.core.$loose> =>
  isNamed(example) && Object.keys(example).length > 0
    ? z.looseObject(
        Object.fromEntries(
          Object.entries(example).map(([name, value]) => [name, buildArgumentSchema(value)]),
        ),
      )
    : z.looseObject({ input: z.unknown().optional().describe('The input of the flow, as text or JSON.') });

const readToolInput = (example: unknown, input: Record<string, unknown>): JsonValue =>
  (isNamed(example) && Object.keys(example).length > 0 ? input : (input['input'] ?? null)) as JsonValue;

/** Runs a flow on behalf of a tool. Throws what `runFlowForProgram` throws. */
const flowTool = async (
  ctx: Ctx,
  input: Record<string, unknown>,
  { flowId, example, signal }: { flowId: string; example: unknown; signal: AbortSignal },
) => {
  const { runId, output } = await runFlowForProgram(
    ctx,
    { flowId, input: readToolInput(example, input) },
    signal,
  );
  return { output, run_id: runId };
};

/** Returns the output of a flow as text, for clients that read no structured content. */
const outputText = ({ output }: { output: unknown }): string =>
  typeof output === 'string' ? output : (JSON.stringify(output) ?? '');

/** The request that a server is built for. */
export interface McpCall {
  ctx: Ctx;
  exchange: Pick<Exchange, 'signal' | 'toFailure'>;
  tools: readonly Tool[];
}

const progressEveryMs = 250;

/** Returns a function that reports the text of an answer as progress, as far as the client asked for it. */
const createReporter = ({ mcpReq }: ServerContext) => {
  const progressToken = mcpReq._meta?.progressToken;
  let reported = { at: 0, length: 0 };
  return async (text: string): Promise<void> => {
    const now = Date.now();
    if (progressToken === undefined || now - reported.at < progressEveryMs) return;
    const message = text.slice(reported.length);
    reported = { at: now, length: text.length };
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: text.length, message },
    });
  };
};

/** Runs a tool. A failure becomes a result that the model can read, with our code. */
const captureResult = async <T extends object>(
  { exchange }: McpCall,
  work: () => Promise<{ output: T; text: string }>,
) => {
  try {
    const { output, text } = await work();
    return { content: [{ type: 'text' as const, text }], structuredContent: { ...output } };
  } catch (error) {
    const { message = '', code = '' } = exchange.toFailure(error);
    return {
      isError: true,
      content: [{ type: 'text' as const, text: `${message} (${code})` }],
      _meta: { code },
    };
  }
};

const combineSignals = ({ exchange }: McpCall, { mcpReq }: ServerContext): AbortSignal =>
  AbortSignal.any([exchange.signal, mcpReq.signal]);

/** Asking and searching changes nothing but the history, and reads only what the company stored. */
const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

const addAppTool = (server: McpServer, call: McpCall, { name, title, description, id }: Tool): void => {
  const config = { title, description, annotations, inputSchema: AskInput, outputSchema: AskOutput };
  server.registerTool(name, config, (input, context) =>
    captureResult(call, async () => {
      const asking = { appId: id, signal: combineSignals(call, context), onText: createReporter(context) };
      const output = await askTool(call.ctx, input, asking);
      return { output, text: answerText(output) };
    }),
  );
};

const addBaseTool = (server: McpServer, call: McpCall, { name, title, description, id }: Tool): void => {
  const config = { title, description, annotations, inputSchema: SearchInput, outputSchema: SearchOutput };
  server.registerTool(name, config, (input, context) =>
    captureResult(call, async () => {
      const search = { knowledgeBaseId: id, signal: combineSignals(call, context) };
      const output = await searchTool(call.ctx, input, search);
      return { output, text: passagesText(output) };
    }),
  );
};

/** Agents and flows act, and reach what they were given. */
const acting = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };

const addAgentTool = (server: McpServer, call: McpCall, { name, title, description, id }: Tool): void => {
  const shapes = { inputSchema: AgentInput, outputSchema: AgentOutput };
  server.registerTool(name, { title, description, annotations: acting, ...shapes }, (input, context) =>
    captureResult(call, async () => {
      const asking = { agentId: id, signal: combineSignals(call, context), onText: createReporter(context) };
      const output = await agentTool(call.ctx, input, asking);
      return { output, text: output.answer };
    }),
  );
};

const addFlowTool = (server: McpServer, call: McpCall, tool: Tool): void => {
  const { name, title, description, id, example } = tool;
  const shapes = { inputSchema: flowInput(example), outputSchema: FlowOutput };
  const config = { title, description, annotations: acting, ...shapes };
  server.registerTool(name, config, (input: Record<string, unknown>, context: ServerContext) =>
    captureResult(call, async () => {
      const running = { flowId: id, example, signal: combineSignals(call, context) };
      const output = await flowTool(call.ctx, input, running);
      return { output, text: outputText(output) };
    }),
  );
};

const adders = { ask: addAppTool, search: addBaseTool, agent: addAgentTool, flow: addFlowTool };

const instructions =
  'Each tool asks an app, searches a knowledge base, gives a task to an agent or runs a flow of one company. Pass the conversation_id of an answer of an app on to ask a follow-up question.';

/** Makes the server of one request, with the tools of its caller. */
export const buildServer = (call: McpCall): McpServer => {
  const server = new McpServer(
    { name: 'atelier', title: 'Atelier', version: '2.3.4' },
    {
      capabilities: { tools: { listChanged: false } },
      instructions,
      cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'private' } },
    },
  );
  for (const tool of call.tools) adders[tool.kind](server, call, tool);
  return server;
};
