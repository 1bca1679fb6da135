import { asRecord, asString, type JsonRecord } from '../../src/read-json.ts';
import { textOf } from '../fake-openai-chat.ts';
import { type Block, type Dialect, namesIn, recordsOf, type Script, usualUsage } from './script.ts';

const event = (data: { type: string; [key: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const starts = {
  text: () => ({ type: 'text', text: '' }),
  reasoning: () => ({ type: 'thinking', thinking: '', signature: '' }),
  tool: (block: Block) =>
    block.type === 'tool' ? { type: 'tool_use', id: block.id, name: block.name, input: {} } : {},
};

const deltaOf = (type: Block['type'], text: string): JsonRecord => {
  if (type === 'text') return { type: 'text_delta', text };
  return type === 'reasoning'
    ? { type: 'thinking_delta', thinking: text }
    : { type: 'input_json_delta', partial_json: text };
};

const piecesOf = (block: Block, index: number): string[] => [
  event({ type: 'content_block_start', index, content_block: starts[block.type](block) }),
  ...block.deltas.map((text) =>
    event({ type: 'content_block_delta', index, delta: deltaOf(block.type, text) }),
  ),
  ...(block.type === 'reasoning'
    ? [
        event({
          type: 'content_block_delta',
          index,
          delta: { type: 'signature_delta', signature: block.signature },
        }),
      ]
    : []),
  event({ type: 'content_block_stop', index }),
];

const reasons: Record<string, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
};

const startOf = ({ usage }: Script): string => {
  const { input, cached } = usage ?? usualUsage;
  return event({
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: input - cached, cache_read_input_tokens: cached, output_tokens: 1 },
    },
  });
};

/** Anthropic's messages. Source: docs.anthropic.com/en/api/messages-streaming. */
export const anthropicMessages: Dialect = {
  contentType: 'text/event-stream',
  write: (script) => {
    const { blocks = [], end = 'stop' } = script;
    const { output, reasoning } = script.usage ?? usualUsage;
    const usage = { output_tokens: output, output_tokens_details: { thinking_tokens: reasoning } };
    const delta = { stop_reason: reasons[end] ?? 'end_turn', stop_sequence: null };
    return {
      pieces: [startOf(script), event({ type: 'ping' }), ...blocks.flatMap(piecesOf)],
      ending: [event({ type: 'message_delta', delta, usage }), event({ type: 'message_stop' })],
    };
  },
  refuse: (status, message) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message },
  }),
  hear: (body) => {
    const choice = asRecord(body.tool_choice);
    const content = recordsOf(body.messages).flatMap((message) => recordsOf(message.content));
    const parts = (type: string) => content.filter((part) => part.type === type);
    return {
      system: textOf(body.system),
      tools: Object.fromEntries(
        recordsOf(body.tools).map((tool) => [String(tool.name), namesIn(tool.input_schema)]),
      ),
      choice: asString(choice?.name) ?? asString(choice?.type),
      calls: parts('tool_use').map(({ id, name, input }) => ({ id: String(id), name: String(name), input })),
      results: parts('tool_result').map((part) => ({
        id: String(part.tool_use_id),
        text: textOf(part.content),
      })),
      reasoning: parts('thinking').map(({ thinking, signature }) => ({
        text: String(thinking),
        signature: asString(signature),
      })),
      schema: asRecord(asRecord(body.output_config)?.format)?.schema,
    };
  },
};
