import { readSchema } from '@atelier/agents/schema';
import type {
  ChatCompletionRequest,
  InputItem,
  ResponseRequest,
} from '@atelier/contracts/assistants/programs/openai-shapes';
import { JsonObject } from '@atelier/contracts/kernel/json';
import type { TextMessage } from '@atelier/models';
import { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { SentResult } from '../../../agents/index.ts';
import { chatText, partsText } from '../read-input.ts';
import { refuseChoice, refuseFormat, refuseInput, refuseTool } from '../unsupported.ts';

/** A program's request to an agent: a task, or results of the calls that it made. */
type AgentRequest = { kind: 'TASK'; messages: TextMessage[] } | { kind: 'RESULTS'; results: SentResult[] };

/** A message in either form. */
type Entry =
  | { kind: 'SAID'; role: 'user' | 'assistant'; text: string }
  | { kind: 'CALLED'; callId: string; text: string }
  | { kind: 'RESULT'; callId: string; text: string };

/** Earlier calls and their results, as the model reads them. */
const toMessage = (entry: Entry): TextMessage => {
  if (entry.kind === 'SAID') return { role: entry.role, content: entry.text };
  return entry.kind === 'CALLED'
    ? { role: 'assistant', content: `[Called ${entry.text}]` }
    : { role: 'user', content: `[Result of the call: ${entry.text}]` };
};

/** Results at the end continue a run; otherwise the last message is the task. Throws `openai.no_question`. */
const readAgentRequest = (entries: readonly Entry[], param: string): AgentRequest => {
  const from = entries.findLastIndex(({ kind }) => kind !== 'RESULT') + 1;
  const results = entries.slice(from).flatMap((entry) => (entry.kind === 'RESULT' ? [entry] : []));
  if (results.length > 0) return { kind: 'RESULTS', results };
  const last = entries.at(-1);
  if (last?.kind !== 'SAID' || last.role !== 'user' || last.text.trim() === '')
    fail('openai.no_question', { param });
  const messages = entries.map(toMessage).filter(({ content }) => content !== '');
  return { kind: 'TASK', messages };
};

const chatEntries = ({
  role,
  content,
  tool_calls: calls,
  tool_call_id: callId,
}: ChatCompletionRequest['messages'][number]): Entry[] => {
  const text = chatText(content, 'An agent');
  if (role === 'tool') return [{ kind: 'RESULT', callId: callId ?? '', text }];
  if (role !== 'user' && role !== 'assistant') return [];
  const called = (calls ?? []).map(
    ({ id, function: { name, arguments: given } }): Entry => ({
      ...{ kind: 'CALLED', callId: id, text: `${name} with ${given}` },
    }),
  );
  const said: Entry[] = text === '' && role === 'assistant' ? [] : [{ kind: 'SAID', role, text }];
  return [...said, ...called];
};

/** Reads the messages of a chat completion. The agent has instructions of its own, so those of the program are left out. */
export const readChat = (messages: ChatCompletionRequest['messages']): AgentRequest =>
  readAgentRequest(messages.flatMap(chatEntries), 'messages');

const itemEntries = (item: InputItem): Entry[] => {
  const { type = 'message', role = 'user', content, call_id: callId = '', name = '' } = item;
  if (type === 'message')
    return role === 'user' || role === 'assistant'
      ? [{ kind: 'SAID', role, text: partsText(content, 'An agent') }]
      : [];
  if (type === 'function_call')
    return [{ kind: 'CALLED', callId, text: `${name} with ${item.arguments ?? '{}'}` }];
  if (type === 'function_call_output')
    return [{ kind: 'RESULT', callId, text: partsText(item.output, 'An agent') }];
  return type === 'reasoning' ? [] : refuseInput(type, 'An agent');
};

/** Reads the input of a response. Throws `openai.not_supported` for anything but text, calls and their results. */
export const readItems = (input: ResponseRequest['input']): AgentRequest =>
  readAgentRequest(
    typeof input === 'string' ? [{ kind: 'SAID', role: 'user', text: input }] : input.flatMap(itemEntries),
    'input',
  );

/** The form of the answer that a program asks for. Chat completions nest the schema; responses do not. */
const Format = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({ schema: JsonObject }).optional(),
    schema: JsonObject.optional(),
  }),
]);

/** The body of a request in either form. */
type AskedFormat = Readonly<Record<string, unknown>>;

const formatIn = ({ response_format, text }: AskedFormat): [param: string, format: unknown] =>
  response_format === undefined || response_format === null
    ? ['text', Reflect.get(Object(text) as object, 'format')]
    : ['response_format', response_format];

/** Reads the JSON Schema that an answer has to fit; undefined when any text will do. Throws `openai.not_supported`. */
export const readFormat = (body: AskedFormat): z.infer<typeof JsonObject> | undefined => {
  const [param, given] = formatIn(body);
  if (given === undefined || given === null) return undefined;
  const { data: format } = Format.safeParse(given);
  if (!format) return refuseFormat(param, 'answer in this format: please send a json_schema with its schema');
  if (format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: 'object' };
  const schema = format.json_schema?.schema ?? format.schema;
  if (!schema) return refuseFormat(param, 'answer by a json_schema without a schema');
  const reading = readSchema(schema);
  const problem = 'problem' in reading ? reading.problem : reading.broken[0];
  return problem === undefined ? schema : refuseFormat(param, `answer by this schema. ${problem}`);
};

const FunctionTool = z.looseObject({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  description: z.string().max(20_000).nullish(),
  parameters: JsonObject.nullish(),
});

/** A program's description of its tools, in either form. */
interface AskedTools {
  tools?: unknown[] | null | undefined;
  tool_choice?: unknown;
}

/** Chat completions nest the function; responses do not. */
const functionIn = (tool: unknown): unknown => {
  const { type, function: nested } = Object(tool) as { type?: unknown; function?: unknown };
  if (type !== 'function') return refuseTool('use tools other than functions');
  return nested ?? tool;
};

const readTool = (tool: unknown) => {
  const { data } = FunctionTool.safeParse(functionIn(tool));
  if (!data)
    return refuseTool(
      'use a function without a name of 1 to 64 letters, digits, “_” and “-”, or whose parameters are no JSON Schema',
    );
  const { name, description, parameters } = data;
  return {
    name,
    description: description ?? '',
    inputSchema: parameters ?? { type: 'object', properties: {} },
  };
};

type ReadTool = ReturnType<typeof readTool>;

/** Chat completions nest the function of a choice, too. */
const Choice = z.union([
  z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
  z.object({ type: z.literal('function'), name: z.string() }),
]);

/** The choices after which the model may answer with text. */
const isFree = (choice: unknown): boolean =>
  choice === undefined ||
  choice === null ||
  choice === 'auto' ||
  Reflect.get(Object(choice), 'type') === 'allowed_tools';

/** Returns the names of the functions of which the model has to call one. Throws `openai.not_supported`. */
const readChoice = (choice: unknown, tools: readonly ReadTool[]): string[] => {
  const names = tools.map(({ name }) => name);
  if (choice === 'required') return names.length > 0 ? names : refuseChoice();
  const { data } = Choice.safeParse(choice);
  const wanted = data && ('function' in data ? data.function.name : data.name);
  return wanted !== undefined && names.includes(wanted) ? [wanted] : refuseChoice();
};

/**
 * Reads the functions that a program offers, and which of them the model has to call before it answers. Throws `openai.not_supported`.
 */
export const readTools = ({ tools, tool_choice: choice }: AskedTools) => {
  const read = (tools ?? []).map(readTool);
  if (new Set(read.map(({ name }) => name)).size < read.length) refuseTool('use two functions of one name');
  if (choice === 'none') return { tools: [] };
  return isFree(choice) ? { tools: read } : { tools: read, mustCall: readChoice(choice, read) };
};
