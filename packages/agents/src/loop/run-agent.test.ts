import { describe, expect, it } from 'vitest';
import type { Agent, AgentTool, ApprovalDecision, ToolCall, ToolOutcome } from '../agent.ts';
import type { AgentHost, TurnReply, TurnRequest } from '../host.ts';
import type { AgentStep } from '../outcome.ts';
import { runAgent } from './run-agent.ts';

const tool = (name: string, change: Partial<AgentTool> = {}): AgentTool => ({
  name,
  title: `The ${name}`,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { of: { type: 'string' } }, required: ['of'] },
  effect: 'READS',
  approval: 'NEVER',
  isForeign: false,
  ...change,
});
const search = tool('search');
const web = tool('web', { isForeign: true });
const mail = tool('mail', { effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' });

const says = (text: string, change: Partial<TurnReply> = {}): TurnReply => ({
  message: { role: 'assistant', content: [{ type: 'text', text }] },
  text,
  toolCalls: [],
  finishReason: 'stop',
  tokens: 10,
  cost: 5,
  durationMs: 100,
  ...change,
});

/** A turn with calls, each as `[tool, argument]`; an argument that is no object is sent as it is. */
const calls = (...made: [string, string][]): TurnReply => {
  const toolCalls = made.map(([name, of], at) => ({
    id: `call_${name}_${at}`,
    name,
    input: of.startsWith('!') ? of.slice(1) : JSON.stringify({ of }),
  }));
  const content = toolCalls.map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input,
  }));
  return says('', { toolCalls, finishReason: 'tool-calls', message: { role: 'assistant', content } });
};

const topicOf = ({ of }: ToolCall['input']): string => (typeof of === 'string' ? of : JSON.stringify(of));

interface Played {
  requests: TurnRequest[];
  /** The calls that were made, those at the same time in one list. */
  made: string[][];
  asked: string[];
  steps: AgentStep[];
}

/** Runs an agent with a model that gives these replies one after the other, and then the last one again and again. */
const play = async (
  replies: TurnReply[],
  {
    decide = () => ({ kind: 'APPROVED' }) as ApprovalDecision,
    result = ({ input }: ToolCall) => `found ${topicOf(input)}`,
    history = [] as { role: 'user' | 'assistant'; content: string }[],
    outcomeOf = (): Partial<ToolOutcome> => ({}),
    ...change
  }: Partial<Agent> & {
    decide?: (call: ToolCall) => ApprovalDecision;
    result?: (call: ToolCall) => string;
    history?: { role: 'user' | 'assistant'; content: string }[];
    outcomeOf?: (call: ToolCall) => Partial<ToolOutcome>;
  } = {},
) => {
  const played: Played = { requests: [], made: [], asked: [], steps: [] };
  const host: AgentHost = {
    ask: async (turn, request) => {
      played.requests.push(structuredClone(request));
      return replies[turn - 1] ?? (replies.at(-1) as TurnReply);
    },
    call: async (_turn, together) => {
      played.made.push(together.map(({ tool: { name }, input }) => `${name} ${topicOf(input)}`));
      return together.map((call) => {
        const text = result(call);
        const usual = { text, output: text, isFailed: text.startsWith('Error'), durationMs: 10 };
        return { ...usual, ...outcomeOf(call) };
      });
    },
    approve: async (_turn, call) => {
      played.asked.push(`${call.tool.name} ${topicOf(call.input)}`);
      return decide(call);
    },
    check: async (schema, value) => {
      const { required = [] } = schema as { required?: string[] };
      return required.filter((name) => !(name in (value as object))).map((name) => `${name} is missing.`);
    },
  };
  const agent: Agent = {
    instructions: 'Help.',
    tools: [search, web, mail],
    budget: { turns: 8, tokens: 100_000, credits: null, seconds: 600 },
    contextTokens: 10_000,
    replyTokens: 500,
    ...change,
  };
  const messages = [...history, { role: 'user' as const, content: 'Find it.' }];
  const outcome = await runAgent(
    agent,
    { messages },
    { host, onStep: (step) => void played.steps.push(step) },
  );
  return { outcome, ...played };
};

const statuses = (steps: AgentStep[]) =>
  steps.map((step) => (step.type === 'TOOL' ? step.status : step.type));
const lastResults = ({ requests }: Played) => JSON.stringify(requests.at(-1)?.prompt.at(-1));

describe('an agent', () => {
  it('answers without tools, with its instructions before the conversation', async () => {
    const { outcome, requests } = await play([says('Here.')]);
    expect(outcome).toMatchObject({ status: 'COMPLETED', text: 'Here.', output: 'Here.', cutShortBy: null });
    expect(outcome.use).toEqual({ turns: 1, tokens: 10, cost: 5, workMs: 100 });
    expect(requests[0]?.prompt[0]).toMatchObject({ role: 'system' });
    expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(['search', 'web', 'mail']);
  });

  it('makes calls that only read at the same time, those that change something alone, and keeps their order', async () => {
    const turn = calls(['search', 'a'], ['search', 'b'], ['mail', 'c'], ['search', 'd'], ['mail', 'e']);
    const { outcome, made, requests } = await play([turn, says('Done.')]);
    expect(made).toEqual([['search a', 'search b'], ['mail c'], ['search d'], ['mail e']]);
    const results = requests[1]?.prompt.at(-1);
    expect(results).toMatchObject({ role: 'tool' });
    expect(JSON.stringify(results).match(/found ./g)).toEqual([
      'found a',
      'found b',
      'found c',
      'found d',
      'found e',
    ]);
    expect(outcome.text).toBe('Done.');
  });

  it('tells the model of unknown tools and of arguments that do not fit, and makes only the calls that fit', async () => {
    const turn = calls(['nothing', 'x'], ['search', '!{"of":'], ['search', '!{}'], ['search', 'good']);
    const played = await play([turn, says('Done.')]);
    expect(played.made).toEqual([['search good']]);
    expect(statuses(played.steps)).toEqual(['NOT_FITTING', 'NOT_FITTING', 'NOT_FITTING', 'DONE']);
    const told = lastResults(played);
    expect(told).toContain('There is no tool \\"nothing\\". Your tools are: search, web, mail.');
    expect(told).toContain('not a JSON object');
    expect(told).toContain('of is missing.');
  });

  it('refuses the same call the third time, and ends when the model goes on', async () => {
    const { outcome, made, steps } = await play([calls(['search', 'same'])], {
      budget: { turns: 50, tokens: 1e6, credits: null, seconds: 600 },
    });
    expect(made).toEqual([['search same'], ['search same']]);
    expect(outcome).toMatchObject({ status: 'FAILED', failure: 'agents.repeats_itself' });
    expect(statuses(steps).slice(2)).toEqual(Array.from({ length: 5 }, () => 'REPEATED'));
  });

  it('counts arguments in another order as the same call', async () => {
    const turn = (input: string) => calls(['search', `!${input}`]);
    const both = ['{"of":"a","in":{"x":1,"y":2}}', '{"in":{"y":2,"x":1},"of":"a"}'];
    const { made } = await play([
      turn(both[0] ?? ''),
      turn(both[1] ?? ''),
      turn(both[0] ?? ''),
      says('Done.'),
    ]);
    expect(made).toHaveLength(2);
  });

  it.each([
    ['TURNS', { turns: 3 }],
    ['TOKENS', { tokens: 20 }],
    ['SECONDS', { seconds: 0.2 }],
  ])('is asked for a last answer without tools when its %s are used up', async (part, budget) => {
    const many = Array.from({ length: 8 }, (_, at) => calls(['search', `${at}`]));
    const replies = many.map((turn, at) => (at === 2 ? says('What I know.') : turn));
    const { outcome, requests } = await play(replies, {
      budget: { turns: 8, tokens: 1e6, credits: null, seconds: 600, ...budget },
    });
    expect(outcome).toMatchObject({ status: 'COMPLETED', text: 'What I know.', cutShortBy: part });
    expect(requests.map(({ toolChoice }) => toolChoice?.type)).toEqual(['auto', 'auto', 'none']);
    expect(JSON.stringify(requests[2]?.prompt.at(-1))).toContain('Answer now');
  });

  it('answers with what it found last when the model says nothing after its turns are used up', async () => {
    const budget = { turns: 3, tokens: 1e6, credits: null, seconds: 600 };
    const searching = [calls(['search', 'a']), calls(['search', 'b']), says(' ')];
    const { outcome } = await play(searching, { budget, result: () => 'Clifton Bridge opened in 1864.' });
    expect(outcome).toMatchObject({ status: 'COMPLETED', failure: null, cutShortBy: 'TURNS' });
    expect(outcome.text).toBe(
      'All turns that this agent may take are used up, and it had no answer by then. This is what it had found last:\n\nClifton Bridge opened in 1864.',
    );
    const failing = [{ ...calls(['search', 'a']), text: ' I look for the bridge. ' }, says(' ')];
    const failed = await play(failing, { budget: { ...budget, turns: 2 }, result: () => 'Error: no' });
    expect(failed.outcome.text).toMatch(/found last:\n\nI look for the bridge\.$/);
    const silent = await play([says(' ')], { budget: { ...budget, turns: 1 } });
    expect(silent.outcome.text).toBe(
      'All turns that this agent may take are used up, and it had no answer by then. It had found nothing.',
    );
  });

  it('is not asked again when its credits are used up', async () => {
    const { outcome, requests } = await play([calls(['search', 'a'])], {
      budget: { turns: 8, tokens: 1e6, credits: 5, seconds: 600 },
    });
    expect(requests).toHaveLength(1);
    expect(outcome).toMatchObject({ status: 'FAILED', failure: 'agents.credits_used' });
  });

  it('ends with what the model says when the model refuses, and says so when the reply was cut off', async () => {
    const refused = await play([says('I will not.', { finishReason: 'content-filter' })]);
    expect(refused.outcome).toMatchObject({
      status: 'FAILED',
      failure: 'agents.refused',
      text: 'I will not.',
    });
    const cutOff = await play([says('Once upon', { finishReason: 'length' })]);
    expect(cutOff.outcome).toMatchObject({ status: 'COMPLETED', isCutOff: true });
  });

  it('asks again for an empty answer, twice', async () => {
    expect((await play([says(''), says('Here.')])).outcome.text).toBe('Here.');
    const { outcome, requests } = await play([says('')]);
    expect(outcome.failure).toBe('agents.no_answer');
    expect(requests).toHaveLength(3);
  });

  it('shows what the model thinks and says between calls', async () => {
    const thinking = calls(['search', 'a']);
    const withThoughts: TurnReply = {
      ...thinking,
      text: 'I look.',
      message: {
        role: 'assistant',
        content: [{ type: 'reasoning', text: 'Hm.' }, ...thinking.message.content],
      },
    };
    const { steps } = await play([withThoughts, says('Done.')]);
    expect(statuses(steps)).toEqual(['THINKING', 'TEXT', 'DONE']);
  });
});

describe('an approval', () => {
  it('is asked for once the model has read text by others, and not before', async () => {
    const { asked, made } = await play([
      calls(['mail', 'before'], ['web', 'page']),
      calls(['mail', 'after']),
      says('Done.'),
    ]);
    expect(asked).toEqual(['mail after']);
    expect(made).toEqual([['mail before'], ['web page'], ['mail after']]);
  });

  it('is always asked for where the tool says so', async () => {
    const { asked } = await play([calls(['pay', 'a']), says('Done.')], {
      tools: [tool('pay', { effect: 'WRITES', approval: 'ALWAYS' })],
    });
    expect(asked).toEqual(['pay a']);
  });

  const strict = [tool('pay', { effect: 'WRITES', approval: 'ALWAYS' })];

  it('lets the call be made with other arguments, and tells the model', async () => {
    const played = await play([calls(['pay', '100']), says('Done.')], {
      tools: strict,
      decide: () => ({ kind: 'EDITED', input: { of: '10' } }),
    });
    expect(played.made).toEqual([['pay 10']]);
    expect(lastResults(played)).toContain('A person changed the arguments');
    expect(played.steps[0]).toMatchObject({ status: 'DONE', isEdited: true, input: { of: '10' } });
  });

  it.each([
    [{ kind: 'REJECTED', reason: 'Too much.' } as const, 'Their reason: Too much.'],
    [{ kind: 'NOT_DECIDED' } as const, 'Nobody decided'],
  ])('that ends with %o keeps the call from being made, and the model learns why', async (decision, told) => {
    const played = await play([calls(['pay', '100']), says('Done.')], {
      tools: strict,
      decide: () => decision,
    });
    expect(played.made).toEqual([]);
    expect(played.steps[0]).toMatchObject({ status: decision.kind });
    expect(lastResults(played)).toContain(told);
    expect(played.outcome.status).toBe('COMPLETED');
  });
});

describe('an answer by a schema', () => {
  const outputSchema = { type: 'object', required: ['total'] };

  it('is the JSON of the answer, also from a fenced block, and is asked for again when it does not fit', async () => {
    const { outcome, requests } = await play(
      [says('The total is 7.'), says('{"sum":7}'), says('```json\n{"total":7}\n```')],
      { outputSchema },
    );
    expect(outcome).toMatchObject({ status: 'COMPLETED', output: { total: 7 } });
    expect(requests[0]?.responseFormat).toEqual({ type: 'json', schema: outputSchema });
    expect(JSON.stringify(requests[2]?.prompt.at(-1))).toContain('total is missing.');
  });

  it('fails after two repairs', async () => {
    const { outcome, requests } = await play([says('No.')], { outputSchema });
    expect(outcome).toMatchObject({ status: 'FAILED', failure: 'agents.output_invalid' });
    expect(requests).toHaveLength(3);
  });
});

describe('a long run', () => {
  const long = (of: string) => `${of} ${'word '.repeat(1500)}`;

  it('summarises its oldest rounds when the conversation fills most of the context, and says so', async () => {
    const turns = Array.from({ length: 9 }, (_, at) => calls(['search', `topic-${at}`]));
    const { requests, steps, outcome } = await play([...turns, says('Done.')], {
      result: ({ input }) => long(`result of ${topicOf(input)}`),
      budget: { turns: 20, tokens: 1e6, credits: null, seconds: 600 },
    });
    expect(steps.map(({ type }) => type)).toContain('COMPACTION');
    const last = JSON.stringify(requests.at(-1)?.prompt);
    expect(last).toContain('Called search with {\\"of\\":\\"topic-0\\"}: result of topic-0');
    expect(last).toContain(JSON.stringify(long('result of topic-8')).slice(1, -1));
    for (const { prompt } of requests) expect(JSON.stringify(prompt).length / 4).toBeLessThan(10_500);
    expect(outcome.text).toBe('Done.');
  });

  it('keeps every result with its call', async () => {
    const turns = Array.from({ length: 9 }, (_, at) => calls(['search', `topic-${at}`]));
    const { requests } = await play([...turns, says('Done.')], {
      result: ({ input }) => long(topicOf(input)),
      budget: { turns: 20, tokens: 1e6, credits: null, seconds: 600 },
    });
    const before = requests.flatMap(({ prompt }) =>
      prompt.flatMap(({ role }, at) => (role === 'tool' ? [prompt[at - 1]?.role] : [])),
    );
    expect(before.length).toBeGreaterThan(9);
    expect(new Set(before)).toEqual(new Set(['assistant']));
  });

  it('cuts a result that would fill the context', async () => {
    const played = await play([calls(['search', 'a']), says('Done.')], { result: () => 'x'.repeat(100_000) });
    const told = lastResults(played);
    expect(told.length).toBeLessThan(11_000);
    expect(told).toContain('90000 more characters are left out');
  });

  it('fails plainly when not even the task fits', async () => {
    const { outcome, requests } = await play([says('Done.')], { instructions: 'word '.repeat(20_000) });
    expect(outcome.failure).toBe('agents.context_too_small');
    expect(requests).toEqual([]);
  });
});

describe('what others do for a run', () => {
  const budget = { turns: 8, tokens: 1000, credits: null, seconds: 600 };
  const use = { turns: 2, tokens: 30, cost: 7 };
  const ask = (change: Partial<typeof budget> | { credits: number }) =>
    play([calls(['search', 'a']), calls(['search', 'b']), says('Done.')], {
      budget: { ...budget, ...change },
      outcomeOf: () => ({ use }),
    });

  it('counts with what the run does itself', async () => {
    const { outcome } = await ask({});
    expect(outcome).toMatchObject({ text: 'Done.', cutShortBy: null });
    expect(outcome.use).toEqual({ turns: 7, tokens: 90, cost: 29, workMs: 320 });
  });

  it('uses up the budget of the run', async () => {
    const choices = async (change: Parameters<typeof ask>[0]) =>
      (await ask(change)).requests.map(({ toolChoice }) => toolChoice?.type);
    expect(await choices({ turns: 7 })).toEqual(['auto', 'auto', 'none']);
    expect(await choices({ turns: 5 })).toEqual(['auto', 'auto', 'none']);
    expect(await choices({ turns: 4 })).toEqual(['auto', 'none']);
    expect(await choices({ tokens: 41 })).toEqual(['auto', 'auto', 'none']);
    expect(await choices({ tokens: 40 })).toEqual(['auto', 'none', 'none']);
    expect(await choices({ credits: 13 })).toEqual(['auto', 'auto']);
    expect(await choices({ credits: 12 })).toEqual(['auto']);
  });

  it('may be the answer', async () => {
    const { outcome, requests } = await play([calls(['search', 'a'], ['search', 'b'])], {
      outcomeOf: ({ input }) => ({ isAnswer: input['of'] === 'b' }),
    });
    expect(outcome).toMatchObject({
      status: 'COMPLETED',
      text: 'found b',
      output: 'found b',
      cutShortBy: null,
    });
    expect(requests).toHaveLength(1);
  });

  it('is text by others where it says so, unless it failed', async () => {
    const asked = async (name: string, result: string, isForeign?: boolean) =>
      (
        await play([calls([name, 'page']), calls(['mail', 'after']), says('Done.')], {
          result: () => result,
          outcomeOf: ({ tool: { name: called } }) => (called === name && isForeign ? { isForeign } : {}),
        })
      ).asked;
    expect(await asked('search', 'found')).toEqual([]);
    expect(await asked('search', 'found', true)).toEqual(['mail after']);
    expect(await asked('web', 'found')).toEqual(['mail after']);
    expect(await asked('web', 'Error: not there')).toEqual([]);
  });

  it('is told to the model as an error when it failed', async () => {
    const played = await play([calls(['search', 'a']), says('Done.')], { result: () => 'Error: no' });
    expect(statuses(played.steps)).toEqual(['FAILED']);
    expect(lastResults(played)).toContain('"type":"error-text","value":"Error: no"');
  });
});

describe('the bounds of a run', () => {
  it('let a result take a quarter of the context, together with the others of its turn', async () => {
    const told = async (length: number, ...made: [string, string][]) =>
      lastResults(await play([calls(...made), says('Done.')], { result: () => 'x'.repeat(length) }));
    expect(await told(10_000, ['search', 'a'])).not.toContain('left out');
    expect(await told(10_001, ['search', 'a'])).toContain('[1 more characters are left out.');
    expect(await told(5001, ['search', 'a'], ['search', 'b'])).toContain('[1 more characters are left out.');
  });

  it('offer no tools in the only turn, and say nothing of a last chance then', async () => {
    const { outcome, requests } = await play([says('Here.')], {
      budget: { turns: 1, tokens: 1000, credits: null, seconds: 600 },
    });
    expect(outcome.cutShortBy).toBe('TURNS');
    expect(requests[0]?.toolChoice).toEqual({ type: 'none' });
    expect(JSON.stringify(requests)).not.toContain('Answer now');
  });

  it('ask for no better answer when no turn is left', async () => {
    const { outcome, requests } = await play([says('No.')], {
      outputSchema: { type: 'object', required: ['total'] },
      budget: { turns: 1, tokens: 1000, credits: null, seconds: 600 },
    });
    expect(outcome).toMatchObject({ failure: 'agents.output_invalid', text: 'No.', output: null });
    expect(requests).toHaveLength(1);
  });

  it('take JSON in a block of its own, and no other block', async () => {
    const outputOf = async (text: string) => {
      const { outcome, requests } = await play([says(text), says('{"total":0}')], {
        outputSchema: { type: 'object', required: ['total'] },
      });
      return [outcome.output, requests.length];
    };
    expect(await outputOf(' ```\n{"total":7}\n``` ')).toEqual([{ total: 7 }, 1]);
    expect(await outputOf('```ts\n{"total":7}\n```')).toEqual([{ total: 0 }, 2]);
    expect(await outputOf('```json\n{"total":7}')).toEqual([{ total: 0 }, 2]);
  });

  it('make no step of empty thoughts and texts', async () => {
    const turn = calls(['search', 'a']);
    const content = [{ type: 'reasoning' as const, text: ' ' }, ...turn.message.content];
    const { steps } = await play([
      { ...turn, text: ' ', message: { role: 'assistant', content } },
      says('Done.'),
    ]);
    expect(statuses(steps)).toEqual(['DONE']);
  });

  it('have no tools to offer when there are none', async () => {
    const played = await play([calls(['search', 'a']), says('Done.')], { tools: [] });
    expect(played.requests[0]).not.toHaveProperty('tools');
    expect(lastResults(played)).toContain('You have no tools; answer from what you know.');
  });

  it('take an empty text for no arguments, and name ten problems of them at most', async () => {
    const inputSchema = { type: 'object', required: Array.from({ length: 12 }, (_, at) => `p${at}`) };
    const played = await play([calls(['search', '! '], ['open', '! ']), says('Done.')], {
      tools: [tool('search', { inputSchema }), tool('open', { inputSchema, isUnchecked: true })],
    });
    expect(lastResults(played).match(/is missing/g)).toHaveLength(10);
    expect(played.made).toEqual([['open undefined']]);
  });
});
