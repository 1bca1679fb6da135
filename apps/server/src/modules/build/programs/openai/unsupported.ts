import { AppError } from '../../../../kernel/base/errors.ts';

const refuse = (param: string, what: string): never => {
  throw new AppError('openai.not_supported', { param }, { message: `An app cannot ${what} (${param}).` });
};

type Body = Record<string, unknown>;

const fieldOf = (value: unknown, name: string): unknown => Reflect.get(Object(value) as object, name);

const typeIn = (value: unknown): unknown => fieldOf(value, 'type');

const forcesTool = (choice: unknown): boolean =>
  choice === 'required' ||
  (typeof choice === 'object' && choice !== null && typeIn(choice) !== 'allowed_tools');

const isOtherFormat = (format: unknown): boolean => !['text', undefined].includes(typeIn(format) as string);

/** What a parameter asks for, where a client would misread the reply if the parameter were ignored. */
const refused: readonly [param: string, isAsked: (value: unknown) => boolean, what: string][] = [
  ['n', (value) => typeof value === 'number' && value > 1, 'give more than one answer to a question'],
  ['tool_choice', forcesTool, 'be made to call a tool'],
  ['function_call', (value) => Object(value) === value, 'be made to call a function'],
  ['response_format', isOtherFormat, 'answer in a given format other than text'],
  ['text', (value) => isOtherFormat(fieldOf(value, 'format')), 'answer in a given format other than text'],
  ['logprobs', (value) => value === true, 'report probabilities'],
  ['top_logprobs', (value) => typeof value === 'number' && value > 0, 'report probabilities'],
  ['modalities', (value) => Array.isArray(value) && value.includes('audio'), 'answer in speech'],
  ['background', (value) => value === true, 'answer in the background'],
  ['prompt', (value) => Object(value) === value, 'use a prompt that is stored elsewhere'],
];

/**
 * Refuses parameters that an app cannot honour. All other parameters that mean nothing to an app, such as the temperature, are ignored: its
 * settings take their place. Throws `openai.not_supported`.
 */
export const refuseUnsupported = (body: Body): void => {
  for (const [param, isAsked, what] of refused) if (isAsked(body[param])) refuse(param, what);
};

/** Refuses a part of the input. Throws `openai.not_supported`. */
export const refuseInput = (kind: string): never => refuse('input', `read an input of the type ${kind}`);
