import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import { AgentInput, AgentOutput, agentTool } from './agent-tool.ts';
import { AskInput, AskOutput, answerText, askTool } from './ask-tool.ts';
import { FlowOutput, flowInput, flowTool, outputText } from './flow-tool.ts';
import { passagesText, SearchInput, SearchOutput, searchTool } from './search-tool.ts';
import type { Tool } from './tools.ts';

/** The request that a server is built for. */
export interface McpCall {
  ctx: Ctx;
  exchange: Pick<Exchange, 'signal' | 'failureOf'>;
  tools: readonly Tool[];
}

const progressEveryMs = 250;

/** Returns a function that reports the text of an answer as progress, as far as the client asked for it. */
const reporterOf = ({ mcpReq }: ServerContext) => {
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
const resultOf = async <T extends object>(
  { exchange }: McpCall,
  work: () => Promise<{ output: T; text: string }>,
) => {
  try {
    const { output, text } = await work();
    return { content: [{ type: 'text' as const, text }], structuredContent: { ...output } };
  } catch (error) {
    const { message = '', code = '' } = exchange.failureOf(error);
    return {
      isError: true,
      content: [{ type: 'text' as const, text: `${message} (${code})` }],
      _meta: { code },
    };
  }
};

const signalOf = ({ exchange }: McpCall, { mcpReq }: ServerContext): AbortSignal =>
  AbortSignal.any([exchange.signal, mcpReq.signal]);

/** Asking and searching changes nothing but the history, and reads only what the company stored. */
const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

const addAppTool = (server: McpServer, call: McpCall, { name, title, description, id }: Tool): void => {
  const config = { title, description, annotations, inputSchema: AskInput, outputSchema: AskOutput };
  server.registerTool(name, config, (input, context) =>
    resultOf(call, async () => {
      const asking = { appId: id, signal: signalOf(call, context), onText: reporterOf(context) };
      const output = await askTool(call.ctx, input, asking);
      return { output, text: answerText(output) };
    }),
  );
};

const addBaseTool = (server: McpServer, call: McpCall, { name, title, description, id }: Tool): void => {
  const config = { title, description, annotations, inputSchema: SearchInput, outputSchema: SearchOutput };
  server.registerTool(name, config, (input, context) =>
    resultOf(call, async () => {
      const search = { knowledgeBaseId: id, signal: signalOf(call, context) };
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
    resultOf(call, async () => {
      const asking = { agentId: id, signal: signalOf(call, context), onText: reporterOf(context) };
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
    resultOf(call, async () => {
      const running = { flowId: id, example, signal: signalOf(call, context) };
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
