import { type ChatModel, createChatModel, ReplyBuilder } from '@atelier/models';
import { anthropicMessages } from '@atelier/models/tests/conformance/anthropic-messages';
import { chatCompletions } from '@atelier/models/tests/conformance/chat-completions';
import type { Block, Dialect } from '@atelier/models/tests/conformance/script';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BerkeleyCase, berkeleyCases, type Call } from '../../tests/berkeley-cases.ts';
import type { Agent } from '../agent.ts';
import type { AgentHost, TurnReply } from '../host.ts';
import type { AgentStep } from '../outcome.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { checkValue } from '../schema/check-value.ts';
import { runAgent } from './run-agent.ts';

/** What the model says next: calls, or the answer. */
let next: Call[] | 'answer' = 'answer';
let lost: string[] = [];

const blocksOf = (calls: readonly Call[]): Block[] =>
  calls.map(([name, input], at) => ({
    ...{ type: 'tool', id: `call_${at}`, name },
    deltas: JSON.stringify(input).match(/[^]{1,7}/gu) ?? [],
  }));

const startModel = (dialect: Dialect): Promise<FakeServer> =>
  startFakeServer((_request, response) => {
    const script =
      next === 'answer'
        ? { blocks: [{ type: 'text' as const, deltas: ['Done.'] }], end: 'stop' as const }
        : { blocks: blocksOf(next), end: 'tool-calls' as const };
    const { pieces, ending } = dialect.write(script);
    response.writeHead(200, { 'content-type': dialect.contentType });
    response.end([...pieces, ...ending].join(''));
  });

const ask = async (model: ChatModel, request: Parameters<AgentHost['ask']>[1]): Promise<TurnReply> => {
  const builder = new ReplyBuilder();
  for await (const part of model.stream(request)) builder.take(part);
  const { message, text, toolCalls, finish } = builder.reply();
  return {
    ...{ message, text, finishReason: finish?.finishReason.unified ?? 'other' },
    toolCalls: toolCalls.map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      name: toolName,
      input,
    })),
    ...{ tokens: 10, cost: 1, durationMs: 1 },
  };
};

const agentOf = ({ functions }: BerkeleyCase): Agent => ({
  instructions: 'Help.',
  tools: functions.map(({ name, description, parameters }) => ({
    ...{ name, title: name, description, inputSchema: parameters },
    ...{ effect: 'READS', approval: 'NEVER', isForeign: false },
  })),
  budget: { turns: 40, tokens: 1_000_000, credits: null, seconds: 600 },
  contextTokens: 200_000,
  replyTokens: 4000,
});

type Message = { role: 'user' | 'assistant'; content: string };

/** Has the loop answer one question with these calls, all at once or one after another, and returns those that were made. */
const play = async (
  model: ChatModel,
  agent: Agent,
  { messages, rounds }: { messages: Message[]; rounds: Call[][] },
): Promise<{ made: Call[]; steps: AgentStep[]; text: string }> => {
  const made: Call[] = [];
  const steps: AgentStep[] = [];
  let turn = 0;
  const host: AgentHost = {
    ask: (_turn, request) => {
      next = rounds[turn] ?? 'answer';
      turn += 1;
      return ask(model, request);
    },
    call: async (_turn, calls) =>
      calls.map(({ tool, input }, at) => {
        made.push([tool.name, input]);
        const text = `Result ${turn}.${at}`;
        return { text, output: text, isFailed: false, durationMs: 1 };
      }),
    approve: async () => ({ kind: 'REJECTED', reason: 'Nobody asks here.' }),
    check: async (schema, value) => checkValue({ schema, value }),
  };
  const { text } = await runAgent(agent, { messages }, { host, onStep: (step) => void steps.push(step) });
  return { made, steps, text };
};

const problemsOf = (steps: readonly AgentStep[]): string[] =>
  steps.flatMap((step) =>
    step.type === 'TOOL' && step.status !== 'DONE' ? [JSON.stringify(step.output)] : [],
  );

/** Plays a case; a call that was not made as the model wrote it is noted. */
const playCase = async (model: ChatModel, given: BerkeleyCase, isOneByOne: boolean): Promise<number> => {
  const agent = agentOf(given);
  for (const { inputSchema } of agent.tools)
    for (const problem of checkSchema(inputSchema)) lost.push(`${given.id}: ${problem}`);
  const messages: Message[] = [];
  let count = 0;
  for (const { question, calls } of given.turns) {
    messages.push({ role: 'user', content: question });
    const rounds = isOneByOne ? calls.map((call) => [call]) : calls.length === 0 ? [] : [calls];
    const { made, steps, text } = await play(model, agent, { messages, rounds });
    if (JSON.stringify(made) !== JSON.stringify(calls) || text !== 'Done.')
      lost.push(`${given.id}: ${problemsOf(steps).join(' ')}`);
    messages.push({ role: 'assistant', content: text });
    count += calls.length;
  }
  return count;
};

/** Cases whose own answers do not fit their own schemas. */
const faulty = [
  ...['simple_python_307', 'parallel_152', 'parallel_multiple_21', 'parallel_multiple_94'],
  'multi_turn_base_173',
];

const ofCategory = (id: string): string => id.replace(/_\d+$/, '');

describe.each([
  ['OpenAI’s chat completions', 'openai-compatible', chatCompletions],
  ['Anthropic’s messages', 'anthropic', anthropicMessages],
] as const)('the Berkeley function-calling cases over %s', (_name, kind, dialect) => {
  let server: FakeServer;
  let model: ChatModel;
  beforeAll(async () => {
    server = await startModel(dialect);
    const baseUrl = `${server.origin}/v1`;
    model = createChatModel({ kind, apiKey: 'key', baseUrl }, { modelId: 'fake', fetch });
  });
  afterAll(() => server.close());

  it.each([
    ['simple_python', 400, 400],
    ['multiple', 200, 200],
    ['parallel', 200, 400],
    ['parallel_multiple', 200, 400],
    ['irrelevance', 240, 0],
    ['multi_turn_base', 200, 800],
  ])('%s: none is lost', { timeout: 120_000 }, async (category, cases, leastCalls) => {
    lost = [];
    const given = berkeleyCases(category);
    expect(given.length).toBe(cases);
    let count = 0;
    for (const each of given) count += await playCase(model, each, category === 'multi_turn_base');
    expect(count).toBeGreaterThanOrEqual(leastCalls);
    expect(lost.map((line) => line.split(':')[0])).toEqual(
      faulty.filter((id) => ofCategory(id) === category),
    );
  });
});
