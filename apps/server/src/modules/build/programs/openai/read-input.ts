import type {
  ChatCompletionRequest,
  InputItem,
  ResponseRequest,
} from '@atelier/contracts/build/programs/openai-shapes';
import type { TextMessage } from '@atelier/models';
import { fail } from '../../../../kernel/base/errors.ts';
import { refuseInput, refuseResult } from './unsupported.ts';

/** A question with the messages that the program sent before it. */
export interface ProgramInput {
  question: string;
  history: TextMessage[];
}

interface SentMessage {
  role: string;
  content: string;
}

/**
 * The last message must be the question, and the messages before it are the history. System messages are replaced by the app's
 * instructions. Throws `openai.no_question`.
 */
const split = (messages: readonly SentMessage[], param: string): ProgramInput => {
  const last = messages.at(-1);
  const question = last?.role === 'user' ? last.content.trim() : '';
  if (question === '') fail('openai.no_question', { param });
  const history = messages
    .slice(0, -1)
    .flatMap(({ role, content }): TextMessage[] =>
      role === 'user' || role === 'assistant' ? [{ role, content }] : [],
    );
  return { question, history };
};

export const chatText = (content: ChatCompletionRequest['messages'][number]['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n');

/** Reads the messages of a chat completion. Throws `openai.no_question` and `openai.not_supported`. */
export const readMessages = (messages: ChatCompletionRequest['messages']): ProgramInput =>
  split(
    messages.map(({ role, content }) =>
      role === 'tool' ? refuseResult() : { role, content: chatText(content) },
    ),
    'messages',
  );

const textParts = new Set(['input_text', 'output_text', 'text']);

export const partsText = (content: InputItem['content'], who?: 'An agent'): string =>
  typeof content === 'string'
    ? content
    : (content ?? [])
        .map(({ type, text }) => (textParts.has(type) ? (text ?? '') : refuseInput(type, who)))
        .join('\n');

/** Reads the input of a response: a question, or messages. Throws `openai.not_supported` for anything but text. */
export const readInput = (input: ResponseRequest['input']): ProgramInput =>
  split(
    typeof input === 'string'
      ? [{ role: 'user', content: input }]
      : input.map(({ type = 'message', role = 'user', content }) =>
          type === 'message' ? { role, content: partsText(content) } : refuseInput(type),
        ),
    'input',
  );
