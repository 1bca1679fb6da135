import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import {
  type ActionCall,
  type ControlPlan,
  findPiece,
  type PieceAction,
  PieceError,
  readInput,
  type TaskPlan,
} from '../src/index.ts';

type Run = Partial<Omit<ActionCall, 'input'>>;

/** Returns `piece.action`. */
export const actionOf = (name: string): PieceAction => {
  const [piece = '', action] = name.split('.');
  const found = findPiece(piece)?.actions.find((it) => it.name === action);
  if (!found) throw new Error(`There is no action ${name}.`);
  return found;
};

const unused = (part: string) => () => {
  throw new Error(`This test has no ${part}.`);
};
const none = (part: string, but: object = {}) =>
  new Proxy(but, {
    get: (target, name): unknown => Reflect.get(target, name) ?? unused(part)(),
  });
const asPart = <T>(value: object): T => value as T;

/** A call as the engine makes it; parts of it that a test does not give fail when they are used. */
export const callOf = (input: FieldValues, given: Run = {}): ActionCall => ({
  key: 'key-1',
  signal: new AbortController().signal,
  io: asPart<ActionCall['io']>(none('network')),
  platform: asPart<ActionCall['platform']>(
    none('platform', { readJson: (json: string) => Promise.resolve(parseJson(json)) }),
  ),
  ...given,
  input,
});

/** Runs `piece.action` as the engine does: the input is checked and converted first. */
export const runAction = async (name: string, input: FieldValues, given: Run = {}): Promise<JsonValue> => {
  const action = actionOf(name);
  const values = readInput(action.fields, input);
  if (action.kind === 'control' || action.kind === 'task')
    throw new Error(`${name} is carried out by the engine.`);
  return action.kind === 'pure' ? await action.run(values) : await action.run(callOf(values, given));
};

export const planOf = (name: string, input: FieldValues): ControlPlan => {
  const action = actionOf(name);
  if (action.kind !== 'control') throw new Error(`${name} is not carried out by the engine.`);
  return action.plan(readInput(action.fields, input));
};

export const taskOf = (name: string, input: FieldValues): TaskPlan => {
  const action = actionOf(name);
  if (action.kind !== 'task') throw new Error(`${name} hands no task over.`);
  return action.plan(readInput(action.fields, input));
};

/** Returns the code and message of a PieceError; throws every other error. */
export const failureOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof PieceError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no failure';
};
