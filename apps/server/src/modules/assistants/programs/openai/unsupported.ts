import { AppError } from '../../../../kernel/base/errors.ts';

type Who = 'An app' | 'An agent';

const refuse = (param: string, what: string, who: Who): never => {
  throw new AppError('openai.not_supported', { param }, { message: `${who} cannot ${what} (${param}).` });
};

type Body = Record<string, unknown>;

const readField = (value: unknown, name: string): unknown => Reflect.get(Object(value) as object, name);

const typeIn = (value: unknown): unknown => readField(value, 'type');

const forcesTool = (choice: unknown): boolean =>
  choice === 'required' ||
  (typeof choice === 'object' && choice !== null && typeIn(choice) !== 'allowed_tools');

const isOtherFormat = (format: unknown): boolean => !['text', undefined].includes(typeIn(format) as string);

/** Parameters that are refused, because a client would misread the reply if they were ignored. */
const refused: readonly [param: string, isAsked: (value: unknown) => boolean, what: string][] = [
  ['n', (value) => typeof value === 'number' && value > 1, 'give more than one answer to a question'],
  ['tool_choice', forcesTool, 'be made to call a tool'],
  ['function_call', (value) => Object(value) === value, 'be made to call a function'],
  ['response_format', isOtherFormat, 'answer in a given format other than text'],
  ['text', (value) => isOtherFormat(readField(value, 'format')), 'answer in a given format other than text'],
  ['logprobs', (value) => value === true, 'report probabilities'],
  ['top_logprobs', (value) => typeof value === 'number' && value > 0, 'report probabilities'],
  ['modalities', (value) => Array.isArray(value) && value.includes('audio'), 'answer in speech'],
  ['background', (value) => value === true, 'answer in the background'],
  ['prompt', (value) => Object(value) === value, 'use a prompt that is stored elsewhere'],
];

/** Parameters that agents honour and apps do not. */
const ofAgents: ReadonlySet<string> = new Set(['response_format', 'text', 'tool_choice']);

/**
 * Refuses parameters that an app or an agent cannot honour; only an agent answers in a given format, and with calls that are asked for. All other parameters that mean nothing to it, such as the temperature, are
 * ignored: its settings take their place. Throws `openai.not_supported`.
 */
export const refuseUnsupported = (body: Body, who: Who = 'An app'): void => {
  for (const [param, isAsked, what] of refused) {
    if (!(who === 'An agent' && ofAgents.has(param)) && isAsked(body[param])) refuse(param, what, who);
  }
};

/** Refuses a form of the answer that an agent cannot keep to. Throws `openai.not_supported`. */
export const refuseFormat = (param: string, what: string): never => refuse(param, what, 'An agent');

/** Refuses what asks an agent for something else than functions of the program. Throws `openai.not_supported`. */
export const refuseTool = (what: string): never => refuse('tools', what, 'An agent');

/** Refuses a part of the input of a response. Throws `openai.not_supported`. */
export const refuseInput = (kind: string, who: Who = 'An app'): never =>
  refuse('input', `read an input of the type ${kind}`, who);

/** Refuses a part of a message of a chat completion. Throws `openai.not_supported`. */
export const refusePart = (kind: string, who: Who = 'An app'): never =>
  refuse('messages', `read a part of the type ${kind}`, who);

/** Refuses a call that the model must make but cannot. Throws `openai.not_supported`. */
export const refuseChoice = (): never =>
  refuse('tool_choice', 'be made to call anything but a function of the request', 'An agent');

/** Refuses a second file beside a question. Throws `openai.not_supported`. */
export const refuseSecondFile = (param: string): never =>
  refuse(param, 'answer from more than one file at once', 'An app');

/** Refuses a file that neither comes with the question nor was sent before. Throws `openai.not_supported`. */
export const refuseFile = (): never => refuse('file', 'read a file without file_data or file_id', 'An app');

/** Refuses the result of a call in a conversation with an app, which makes none. Throws `openai.not_supported`. */
export const refuseResult = (): never => refuse('messages', 'read results of tools', 'An app');
