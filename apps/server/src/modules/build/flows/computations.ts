import type { JsonSchema } from '@atelier/agents';
import { checkValue, isQuickCheck, type WrittenCheck } from '@atelier/agents/schema';
import type { Conditions } from '@atelier/contracts/build/flows/flow-model';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import { compileChoice } from '@atelier/flows/conditions';
import { compileValue, ExpressionError } from '@atelier/flows/expressions';
import { type CodeOutcome, type CodeRun, CodeRunner } from '@atelier/flows/sandbox';
import { findPiece, type PieceAction, PieceError, type PieceErrorCode, readInput } from '@atelier/pieces';
import { ComputationStopped, defineComputation } from '../../../kernel/compute/computation.ts';

import {
  type ArchiveEntry,
  type ArchiveLimits,
  pack,
  type Unpacked,
  unpack,
} from './engine/files/archive.ts';

const runner = new CodeRunner();
/** Code runs at least for so long before it is stopped for others, however long its thread took to start. */
const leastSliceMs = 100;

/** What became of code, with its output as JSON: what is copied between threads keeps no classes. */
type WrittenOutcome =
  | Exclude<CodeOutcome, { failure?: undefined }>
  | { logs: string[]; output: string; failure?: undefined };

/** Runs the code of a step. The code itself has five seconds; the thread is ended if that does not stop it. */
export const codeRun = defineComputation({
  name: 'flows.code',
  deadlineMs: 10_000,
  isOfFlows: true,
  async compute(run: CodeRun, stop): Promise<WrittenOutcome> {
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

/** The values that expressions read, by the names of triggers and steps, as JSON text. */
interface Reading {
  scope: string;
}

/** The result as JSON text, or why expressions cannot be computed. */
export type ExpressionOutcome = { output: string } | { message: string };

const expressionOutcome = (
  { scope }: Reading,
  compute: (scope: ReadonlyMap<string, unknown>) => unknown,
): ExpressionOutcome => {
  try {
    return { output: JSON.stringify(compute(new Map(Object.entries(readJson(scope) as object)))) };
  } catch (error) {
    if (error instanceof ExpressionError) return { message: error.message };
    throw error;
  }
};

/** Computes texts with expressions. The output is the list of their values. */
export const textComputation = defineComputation({
  name: 'flows.texts',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: ({ texts, ...reading }: Reading & { texts: readonly string[] }): ExpressionOutcome =>
    expressionOutcome(reading, compileValue(texts)),
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
    expressionOutcome(reading, compileChoice(choices, { isFirstOnly })),
});

/** An action with a large input, as JSON text. */
interface ActionOrder {
  piece: string;
  action: string;
  input: string;
}

type ActionOutcome = { output: string } | { code: PieceErrorCode; message: string };

const actionOf = (order: ActionOrder): PieceAction => {
  const action = findPiece(order.piece)?.actions.find(({ name }) => name === order.action);
  if (!action) throw new Error(`${order.piece} has no action ${order.action}.`);
  return action;
};

const outcomeOf = async (work: () => unknown): Promise<ActionOutcome> => {
  try {
    return { output: JSON.stringify(await work()) };
  } catch (error) {
    if (error instanceof PieceError) return { code: error.code, message: error.message };
    throw error;
  }
};

const inputOf = ({ fields }: PieceAction, { input }: ActionOrder): FieldValues =>
  readInput(fields, readJson(input) as FieldValues);

/** Checks and completes the input of an action by its fields. */
export const inputCheck = defineComputation({
  name: 'flows.input',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: (order: ActionOrder): Promise<ActionOutcome> => outcomeOf(() => inputOf(actionOf(order), order)),
});

/** Reads the input of a pure action by its fields, and runs it. A failure of the action is an outcome. */
export const pureAction = defineComputation({
  name: 'flows.pure',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: (order: ActionOrder): Promise<ActionOutcome> => {
    const action = actionOf(order);
    if (action.kind !== 'pure') throw new Error(`${order.piece} has no pure action ${order.action}.`);
    return outcomeOf(() => action.run(inputOf(action, order)));
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
