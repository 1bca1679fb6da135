import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type OpenAI from 'openai';
import { asRecord, asString } from '../../src/read-json.ts';
import { textOf } from '../fake-openai-chat.ts';
import {
  type Block,
  type Dialect,
  type Heard,
  namesIn,
  recordsOf,
  type Script,
  usualUsage,
} from './script.ts';

type Chunk = OpenAI.ChatCompletionChunk;
/** Reasoning is not in OpenAI's types: servers of open models add it under this name. */
type Delta = Chunk['choices'][number]['delta'] & { reasoning_content?: string };

const base = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'm',
} as const;
const event = (chunk: Chunk): string => `data: ${JSON.stringify(chunk)}\n\n`;
const delta = (said: Delta): string =>
  event({ ...base, choices: [{ index: 0, delta: said, finish_reason: null }] });

const piecesOf = (block: Block, index: number): string[] => {
  if (block.type === 'text') return block.deltas.map((content) => delta({ content }));
  if (block.type === 'reasoning') return block.deltas.map((thought) => delta({ reasoning_content: thought }));
  const { id, name, deltas } = block;
  return [
    delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...deltas.map((text) => delta({ tool_calls: [{ index, function: { arguments: text } }] })),
  ];
};

const reasons = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
} as const satisfies Record<string, Chunk['choices'][number]['finish_reason']>;

const usageOf = ({ usage = usualUsage }: Script): string[] => {
  if (!usage) return [];
  const counted: OpenAI.CompletionUsage = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
  return [event({ ...base, choices: [], usage: counted })];
};

/** OpenAI's chat completions, in the types of its own client. */
export const chatCompletions: Dialect = {
  contentType: 'text/event-stream',
  write: (script) => {
    const { blocks = [], end = 'stop' } = script;
    const tools = blocks.filter(({ type }) => type === 'tool');
    const reason = end in reasons ? reasons[end as keyof typeof reasons] : 'stop';
    return {
      pieces: [
        delta({ role: 'assistant', content: '' }),
        ...blocks.flatMap((block) => piecesOf(block, tools.indexOf(block))),
      ],
      ending: [
        event({ ...base, choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
        ...usageOf(script),
        'data: [DONE]\n\n',
      ],
    };
  },
  refuse: (status, message) => ({ error: { message, type: 'error', code: String(status) } }),
  hear: (body) => {
    const messages = recordsOf(body.messages);
    const tools = recordsOf(recordsOf(body.tools).map((tool) => tool.function));
    const choice = asRecord(asRecord(body.tool_choice)?.function)?.name ?? body.tool_choice;
    const heard: Heard = {
      system: messages
        .filter(({ role }) => role === 'system')
        .map(({ content }) => textOf(content))
        .join(),
      tools: Object.fromEntries(tools.map(({ name, parameters }) => [String(name), namesIn(parameters)])),
      choice: asString(choice),
      calls: [],
      results: [],
      reasoning: [],
      schema: asRecord(asRecord(body.response_format)?.json_schema)?.schema,
    };
    for (const message of messages) {
      for (const call of recordsOf(message.tool_calls)) {
        const named = asRecord(call.function);
        const input = parseJson(asString(named?.arguments) ?? '');
        heard.calls.push({ id: String(call.id), name: String(named?.name), input });
      }
      if (message.role === 'tool')
        heard.results.push({ id: String(message.tool_call_id), text: textOf(message.content) });
      const thought = asString(message.reasoning_content);
      if (thought !== undefined) heard.reasoning.push({ text: thought, signature: undefined });
    }
    return heard;
  },
};
