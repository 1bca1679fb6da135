import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type OpenAI from 'openai';
import { asRecord, asString } from '../../src/read-json.ts';
import { textOf } from '../fake-openai-chat.ts';
import { type Block, type Dialect, namesIn, recordsOf, type Script, usualUsage } from './script.ts';

type Event = OpenAI.Responses.ResponseStreamEvent;
type Item = OpenAI.Responses.ResponseOutputItem;
/** The events carry whole responses; a client reads these fields of them. */
type Response = Partial<OpenAI.Responses.Response>;

/** The number that every event has. Nobody reads it, because the events of one stream come in order. */
const sequence_number = 0;
const event = (data: Event): string => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const textPieces = (deltas: readonly string[], at: number): string[] => {
  const item_id = `msg_${at}`;
  const place = { output_index: at, content_index: 0, item_id, sequence_number };
  const whole = { type: 'output_text' as const, text: deltas.join(''), annotations: [] };
  const item = { id: item_id, type: 'message' as const, role: 'assistant' as const };
  return [
    event({
      ...{ type: 'response.output_item.added', output_index: at, sequence_number },
      item: { ...item, status: 'in_progress', content: [] },
    }),
    event({ ...place, type: 'response.content_part.added', part: { ...whole, text: '' } }),
    ...deltas.map((delta) => event({ ...place, type: 'response.output_text.delta', delta, logprobs: [] })),
    event({ ...place, type: 'response.output_text.done', text: whole.text, logprobs: [] }),
    event({ ...place, type: 'response.content_part.done', part: whole }),
    event({
      ...{ type: 'response.output_item.done', output_index: at, sequence_number },
      item: { ...item, status: 'completed', content: [whole] },
    }),
  ];
};

const reasoningPieces = (
  { deltas, signature }: Extract<Block, { type: 'reasoning' }>,
  at: number,
): string[] => {
  const item_id = `rs_${at}`;
  const place = { output_index: at, summary_index: 0, item_id, sequence_number };
  const part = { type: 'summary_text' as const, text: deltas.join('') };
  const item = { id: item_id, type: 'reasoning' as const, encrypted_content: signature };
  return [
    event({
      ...{ type: 'response.output_item.added', output_index: at, sequence_number },
      item: { ...item, summary: [] },
    }),
    event({ ...place, type: 'response.reasoning_summary_part.added', part: { ...part, text: '' } }),
    ...deltas.map((delta) => event({ ...place, type: 'response.reasoning_summary_text.delta', delta })),
    event({ ...place, type: 'response.reasoning_summary_text.done', text: part.text }),
    event({ ...place, type: 'response.reasoning_summary_part.done', part }),
    event({
      ...{ type: 'response.output_item.done', output_index: at, sequence_number },
      item: { ...item, summary: [part] },
    }),
  ];
};

const callPieces = ({ id, name, deltas }: Extract<Block, { type: 'tool' }>, at: number): string[] => {
  const item_id = `fc_${at}`;
  const place = { output_index: at, item_id, sequence_number };
  const whole = deltas.join('');
  const item = { id: item_id, type: 'function_call' as const, call_id: id, name };
  return [
    event({
      ...{ type: 'response.output_item.added', output_index: at, sequence_number },
      item: { ...item, status: 'in_progress', arguments: '' },
    }),
    ...deltas.map((delta) => event({ ...place, type: 'response.function_call_arguments.delta', delta })),
    event({ ...place, type: 'response.function_call_arguments.done', arguments: whole }),
    event({
      ...{ type: 'response.output_item.done', output_index: at, sequence_number },
      item: { ...item, status: 'completed', arguments: whole } satisfies Item,
    }),
  ];
};

const piecesOf = (block: Block, at: number): string[] => {
  if (block.type === 'text') return textPieces(block.deltas, at);
  return block.type === 'reasoning' ? reasoningPieces(block, at) : callPieces(block, at);
};

const usageOf = ({ usage = usualUsage }: Script): Response =>
  usage
    ? {
        usage: {
          ...{ input_tokens: usage.input, output_tokens: usage.output },
          total_tokens: usage.input + usage.output,
          input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: 0 },
          output_tokens_details: { reasoning_tokens: usage.reasoning },
        },
      }
    : {};

const response = (more: Response) =>
  ({
    ...{ id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'm', output: [], tools: [] },
    ...{ error: null, incomplete_details: null, ...more },
  }) as unknown as OpenAI.Responses.Response;

/** Why a response is incomplete. */
const reasons = { length: 'max_output_tokens', 'content-filter': 'content_filter' } as const;

const endingOf = (script: Script): string => {
  const { end = 'stop' } = script;
  const reason = end in reasons ? reasons[end as keyof typeof reasons] : undefined;
  const status = reason ? 'incomplete' : 'completed';
  return event({
    ...{ type: `response.${status}`, sequence_number },
    response: response({ status, incomplete_details: reason ? { reason } : null, ...usageOf(script) }),
  });
};

/** OpenAI's responses, in the types of its own client. */
export const openAIResponses: Dialect = {
  contentType: 'text/event-stream',
  write: (script) => {
    const begun = response({ status: 'in_progress' });
    return {
      pieces: [
        event({ type: 'response.created', sequence_number, response: begun }),
        event({ type: 'response.in_progress', sequence_number, response: begun }),
        ...(script.blocks ?? []).flatMap(piecesOf),
      ],
      ending: [endingOf(script)],
    };
  },
  refuse: (status, message) => ({ error: { message, type: 'error', param: null, code: String(status) } }),
  hear: (body) => {
    const items = recordsOf(body.input);
    const parts = (type: string) => items.filter((item) => item.type === type);
    const choice = asRecord(body.tool_choice)?.name ?? body.tool_choice;
    return {
      system: items
        .filter(({ role }) => role === 'system' || role === 'developer')
        .map(({ content }) => textOf(content))
        .join(),
      tools: Object.fromEntries(
        recordsOf(body.tools).map(({ name, parameters }) => [String(name), namesIn(parameters)]),
      ),
      choice: asString(choice),
      calls: parts('function_call').map((item) => ({
        ...{ id: String(item.call_id), name: String(item.name) },
        input: parseJson(asString(item.arguments) ?? ''),
      })),
      results: parts('function_call_output').map(({ call_id, output }) => ({
        ...{ id: String(call_id), text: textOf(output) },
      })),
      reasoning: parts('reasoning').map(({ summary, encrypted_content }) => ({
        text: recordsOf(summary)
          .map(({ text }) => String(text))
          .join(''),
        signature: asString(encrypted_content),
      })),
      schema: asRecord(asRecord(body.text)?.format)?.schema,
    };
  },
};
