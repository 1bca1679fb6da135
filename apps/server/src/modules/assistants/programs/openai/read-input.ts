import type {
  ChatCompletionRequest,
  FilePart,
  InputItem,
  ResponseRequest,
} from '@atelier/contracts/assistants/programs/openai-shapes';
import type { TextMessage } from '@atelier/models';
import { fail } from '../../../../kernel/base/errors.ts';
import { refuseInput, refusePart, refuseResult, refuseSecondFile } from './unsupported.ts';

/** A question with the messages that the program sent before it. */
export interface ProgramInput {
  question: string;
  history: TextMessage[];
  /** The file that came last. */
  file: FilePart | undefined;
}

interface SentMessage {
  role: string;
  content: string;
  files?: FilePart[];
}

/**
 * The last message must be the question, and the messages before it are the history. System messages are replaced by the app's
 * instructions. Throws `openai.no_question`, and `openai.not_supported` for two files in one message.
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
  const files = messages.findLast((message) => message.role === 'user' && message.files?.length)?.files ?? [];
  if (files.length > 1) refuseSecondFile(param);
  return { question, history, file: files[0] };
};

type ChatContent = ChatCompletionRequest['messages'][number]['content'];

const partsIn = <Part>(content: string | Part[] | null | undefined): Part[] =>
  typeof content === 'string' ? [] : (content ?? []);

/** Returns the text of a message. Only apps read files. Throws `openai.not_supported` for all other parts. */
export const chatText = (content: ChatContent, who?: 'An agent'): string =>
  typeof content === 'string'
    ? content
    : partsIn(content)
        .flatMap(({ type, text }) => {
          if (type === 'text' || type === 'refusal') return [text ?? ''];
          return type === 'file' && !who ? [] : refusePart(type, who);
        })
        .join('\n');

const chatFiles = (content: ChatContent): FilePart[] =>
  partsIn(content).flatMap(({ type, file }) => (type === 'file' && file ? [file] : []));

/** Reads the messages of a chat completion. Throws `openai.no_question` and `openai.not_supported`. */
export const readMessages = (messages: ChatCompletionRequest['messages']): ProgramInput =>
  split(
    messages.map(({ role, content }) =>
      role === 'tool' ? refuseResult() : { role, content: chatText(content), files: chatFiles(content) },
    ),
    'messages',
  );

const textParts = new Set(['input_text', 'output_text', 'text']);
const filePart = 'input_file';

const isFile = ({ type }: { type: string }): boolean => type === filePart;

export const partsText = (content: InputItem['content'], who?: 'An agent'): string =>
  typeof content === 'string'
    ? content
    : (content ?? [])
        .map(({ type, text }) => (textParts.has(type) ? (text ?? '') : refuseInput(type, who)))
        .join('\n');

const toSentMessage = (role: string, content: InputItem['content']): SentMessage =>
  typeof content === 'string'
    ? { role, content }
    : {
        role,
        content: partsText(partsIn(content).filter((part) => !isFile(part))),
        files: partsIn(content).filter(isFile),
      };

/** Reads the input of a response: a question, or messages. Throws `openai.not_supported` for anything but text and a file. */
export const readInput = (input: ResponseRequest['input']): ProgramInput =>
  split(
    typeof input === 'string'
      ? [{ role: 'user', content: input }]
      : input.map(({ type = 'message', role = 'user', content }) =>
          type === 'message' ? toSentMessage(role, content) : refuseInput(type),
        ),
    'input',
  );
