import type { JsonSchema } from '@atelier/agents';
import { checkValue, isQuickCheck, type WrittenCheck } from '@atelier/agents/schema';
import type { ErrorCode } from '@atelier/contracts';
import type { Conditions } from '@atelier/contracts/assistants/flows/flow-model';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { isLarge, type LargeValue } from '@atelier/contracts/fields/large-value';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import { compileChoice } from '@atelier/flows/conditions';
import {
  compileValue,
  ExpressionError,
  type Lookup,
  type Scope,
  valueOfKey,
} from '@atelier/flows/expressions';
import { partAt, readMember } from '@atelier/flows/large';
import { type CodeOutcome, type CodeRun, CodeRunner } from '@atelier/flows/sandbox';
import { findPiece, type PieceAction, PieceError, type PieceErrorCode, readInput } from '@atelier/pieces';
import { AppError } from '../../../kernel/base/errors.ts';
import { ComputationStopped, defineComputation } from '../../../kernel/compute/computation.ts';
import {
  type ArchiveEntry,
  type ArchiveLimits,
  pack,
  type Unpacked,
  unpack,
} from './engine/files/archive.ts';
import {
  type LargeFiles,
  LargeReader,
  mostInHand,
  sharedBytes,
  standFor,
  writePart,
} from './engine/large/open-large.ts';

const runner = new CodeRunner();
const larges = new LargeReader();
/** Code runs at least for so long before it is stopped for others, however long its thread took to start. */
const leastSliceMs = 100;

/** The outcome of code, with its output as JSON: what is copied between threads keeps no classes. */
type WrittenOutcome =
  | Exclude<CodeOutcome, { failure?: undefined }>
  | { logs: string[]; output: string; failure?: undefined };

/** Returns the text of a value, with all large values that it names. */
const withLarge = (text: string, files: LargeFiles): string =>
  Object.keys(files).length === 0 ? text : JSON.stringify(larges.openAll(files, readJson(text) as JsonValue));

/** Runs the code of a step. The code itself has five seconds; the thread is ended if that does not stop it. */
export const codeRun = defineComputation({
  name: 'flows.code',
  deadlineMs: 10_000,
  isOfFlows: true,
  async compute({ files, ...given }: CodeRun & { files: LargeFiles }, stop): Promise<WrittenOutcome> {
    const run = { ...given, input: withLarge(given.input, files) };
    let begun: number | undefined;
    const isStopped = () => {
      begun ??= performance.now();
      return stop?.isAsked() === true && performance.now() - begun > leastSliceMs;
    };
    const outcome = await runner.run(run, isStopped);
    if (outcome.failure === 'TOO_LONG' && isStopped()) throw new ComputationStopped();
    return outcome.failure === undefined ? { ...outcome, output: JSON.stringify(outcome.output) } : outcome;
  },
});

export const packing = defineComputation({
  name: 'flows.pack',
  deadlineMs: 30_000,
  isOfFlows: true,
  compute: ({ entries }: { entries: ArchiveEntry[] }): Uint8Array<ArrayBuffer> => pack(entries),
});

export const unpacking = defineComputation({
  name: 'flows.unpack',
  deadlineMs: 15_000,
  isOfFlows: true,
  compute: ({ bytes, limits }: { bytes: Uint8Array; limits: ArchiveLimits }): Unpacked =>
    unpack(bytes, limits),
});

/** The values that expressions read, by the names of triggers and steps, as JSON text, and the files of large ones. */
interface Reading {
  scope: string;
  files: LargeFiles;
}

/** The result as JSON text, or why expressions cannot be computed. */
export type ExpressionOutcome = { output: string } | { message: string };

const toScope = ({ scope, files }: Reading): Scope => {
  const values = new Map(Object.entries(readJson(scope) as object));
  return {
    get: (name) => values.get(name) as unknown,
    open: (large) => larges.open(files, large),
  };
};

const expressionOutcome = (reading: Reading, compute: (scope: Scope) => string): ExpressionOutcome => {
  try {
    return { output: compute(toScope(reading)) };
  } catch (error) {
    if (error instanceof ExpressionError) return { message: error.message };
    throw error;
  }
};

/** Looks up what is inside a large value. Where that is large itself, something stands for it. */
const lookUp = (scope: Scope, lookup: Lookup): string => {
  const { part, inside } = partAt(scope, lookup);
  if (!isLarge(part)) return JSON.stringify(part ?? null);
  const value = inside.reduce<unknown>(readMember, scope.open?.(part)) ?? null;
  return writePart({ large: part.large, keys: [...part.keys, ...inside] }, value as JsonValue);
};

/** Computes texts with expressions, and looks up what large values contain. The output is the list of their values. */
export const textComputation = defineComputation({
  name: 'flows.texts',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: ({
    texts,
    lookups,
    ...reading
  }: Reading & { texts: readonly string[]; lookups: readonly Lookup[] }): ExpressionOutcome =>
    expressionOutcome(reading, (scope) => {
      const values = (compileValue(texts)(scope) as JsonValue[]).map((value) => JSON.stringify(value));
      return `[${[...values, ...lookups.map((lookup) => lookUp(scope, lookup))].join(',')}]`;
    }),
});

/** Chooses between conditions. The output is the list of the positions of those that hold. */
export const choiceComputation = defineComputation({
  name: 'flows.choice',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: ({
    choices,
    isFirstOnly,
    ...reading
  }: Reading & { choices: readonly Conditions[]; isFirstOnly: boolean }): ExpressionOutcome =>
    expressionOutcome(reading, (scope) => JSON.stringify(compileChoice(choices, { isFirstOnly })(scope))),
});

/** The body of a call in its file, the rest of the call, and the keys that are computed of it. */
interface BodyOrder {
  file: LargeFiles[string];
  large: FileValue;
  call: object;
  keys: readonly string[];
}

type BodyRead =
  | { stands: LargeValue; keyValues: Record<string, string> }
  /** Why it cannot be read, as an AppError says it. */
  | { unreadable: ErrorCode; message: string; details: unknown };

/** Reads the body of a call in its file, to find out whether it can be read. Returns what stands for it, and the values of the keys. */
export const bodyReading = defineComputation({
  name: 'flows.read-body',
  deadlineMs: 20_000,
  isOfFlows: true,
  compute: ({ file, large, call, keys }: BodyOrder): BodyRead => {
    try {
      const value = larges.read(file);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const payload = { ...call, body: value };
      const keyValues = keys.map((key) => [key, valueOfKey(key, { get: () => payload })] as const);
      return { stands: standFor({ large, keys: [] }, text), keyValues: Object.fromEntries(keyValues) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { unreadable: error.code, message: error.message, details: error.details };
    }
  },
});

const mostEntries = 200;

/** Reads entries of a large list, as JSON text, and its length; null for what is no list. */
export const largePage = defineComputation({
  name: 'flows.large-page',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: ({ large, files, from }: { large: LargeValue; files: LargeFiles; from: number }) => {
    const list = larges.open(files, large);
    if (!Array.isArray(list)) return { length: null, entries: '[]' };
    const entries: string[] = [];
    let length = 0;
    for (let at = from; at < list.length && entries.length < mostEntries && length < mostInHand; at += 1) {
      const entry = writePart({ large: large.large, keys: [...large.keys, at] }, list[at] ?? null);
      entries.push(entry);
      length += entry.length;
    }
    return { length: list.length, entries: `[${entries.join(',')}]` };
  },
});

/** Writes a value with its large parts, as the bytes of a text or of JSON. */
export const largeText = defineComputation({
  name: 'flows.large-text',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: ({ value, files }: { value: string; files: LargeFiles }) => {
    const whole = larges.openAll(files, readJson(value) as JsonValue);
    const isText = typeof whole === 'string';
    return { isText, bytes: sharedBytes(isText ? whole : JSON.stringify(whole)) };
  },
});

/** An action with a large input, as JSON text. */
interface ActionOrder {
  piece: string;
  action: string;
  input: string;
  /** The files of the large values in the input, which the action gets. */
  files: LargeFiles;
}

type ActionOutcome = { output: string } | { code: PieceErrorCode; message: string };

const actionFor = (order: ActionOrder): PieceAction => {
  const action = findPiece(order.piece)?.actions.find(({ name }) => name === order.action);
  if (!action) throw new Error(`${order.piece} has no action ${order.action}.`);
  return action;
};

/** The most characters of an input with large values. */
const mostOpened = 2_000_000;

const captureOutcome = async (
  work: () => unknown,
  most = Number.POSITIVE_INFINITY,
): Promise<ActionOutcome> => {
  try {
    const output = JSON.stringify(await work());
    if (output.length <= most) return { output };
    throw new PieceError(
      'pieces.too_large',
      `The values of this step have ${Math.ceil(output.length / 1_000_000)} million characters, and it takes 2 at most. Please choose a part of them.`,
    );
  } catch (error) {
    if (error instanceof PieceError) return { code: error.code, message: error.message };
    throw error;
  }
};

const readActionInput = ({ fields }: PieceAction, { input, files }: ActionOrder): FieldValues =>
  readInput(fields, larges.openAll(files, readJson(input) as JsonValue) as FieldValues);

/** Checks and completes the input of an action by its fields. */
export const inputCheck = defineComputation({
  name: 'flows.input',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: (order: ActionOrder): Promise<ActionOutcome> =>
    captureOutcome(() => readActionInput(actionFor(order), order), mostOpened),
});

/** Reads the input of a pure action by its fields, and runs it. A failure of the action is an outcome. */
export const pureAction = defineComputation({
  name: 'flows.pure',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: (order: ActionOrder): Promise<ActionOutcome> => {
    const action = actionFor(order);
    if (action.kind !== 'pure') throw new Error(`${order.piece} has no pure action ${order.action}.`);
    return captureOutcome(() => action.run(readActionInput(action, order)));
  },
});

/**
 * Checks a value by the JSON Schema of a tool or an answer. Schemas come from users and from servers of others. A check counts its steps and
 * ends by itself; the deadline is for what nobody thought of.
 */
export const schemaCheck = defineComputation({
  name: 'flows.check-value',
  deadlineMs: 250,
  isOfFlows: true,
  isSmall: isQuickCheck,
  compute: ({ schema, value }: WrittenCheck): string[] =>
    checkValue({ schema: parseMeasures(schema) as JsonSchema, value: parseMeasures(value) }),
});
