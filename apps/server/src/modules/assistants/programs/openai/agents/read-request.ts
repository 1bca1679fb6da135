import type {
  ChatCompletionRequest,
  InputItem,
  ResponseRequest,
} from '@atelier/contracts/assistants/programs/openai-shapes';
import type { TextMessage } from '@atelier/models';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { SentResult } from '../../../agents/index.ts';
import { chatText, partsText } from '../read-input.ts';
import { refuseInput } from '../unsupported.ts';

/** A program's request to an agent: a task, or results of the calls that it made. */
export type AgentRequest =
  | { kind: 'TASK'; messages: TextMessage[] }
  | { kind: 'RESULTS'; results: SentResult[] };

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
