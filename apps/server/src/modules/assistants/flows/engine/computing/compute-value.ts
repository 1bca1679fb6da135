import { setTimeout as sleep } from 'node:timers/promises';
import type { Conditions } from '@atelier/contracts/assistants/flows/flow-model';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { type CompiledChoice, compileChoice } from '@atelier/flows/conditions';
import {
  compileDivided,
  type DividedValue,
  ExpressionError,
  LimitReached,
  type Lookup,
  listReferences,
  partsRead,
  quickLimits,
  type Reference,
  type Scope,
} from '@atelier/flows/expressions';
import { largeRead, partAt } from '@atelier/flows/large';
import { AppError } from '../../../../../kernel/base/errors.ts';
import type { Computation } from '../../../../../kernel/compute/computation.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { mainThread } from '../../../../../kernel/main-thread/main-thread.ts';
import { choiceComputation, type ExpressionOutcome, textComputation } from '../../computations.ts';
import type { FileOwner } from '../files/file-owner.ts';
import { filesOfLarge } from '../files/file-owner.ts';

/** A value of a step that may contain expressions. */
export interface StepValue extends DividedValue {
  /** The references in the texts that are computed. */
  readonly reads: readonly Reference[];
}

/** A choice between conditions. */
export interface StepChoice {
  readonly choices: readonly Conditions[];
  readonly isFirstOnly: boolean;
  readonly choose: CompiledChoice;
  readonly reads: readonly Reference[];
}

/** Compiles a value. In its texts with these names, values are encoded by where they stand in an address. */
export const compileStepValue = (value: unknown, addresses?: ReadonlySet<string>): StepValue => {
  const divided = compileDivided(value, addresses);
  return { ...divided, reads: listReferences(divided.texts) };
};

export const compileStepChoice = (choices: readonly Conditions[], isFirstOnly: boolean): StepChoice => ({
  choices,
  isFirstOnly,
  choose: compileChoice(choices, { isFirstOnly }),
  reads: listReferences(choices),
});

interface Reading {
  scope: Scope;
  /** Whose large values the expressions may read. */
  owner: FileOwner;
  signal?: AbortSignal | undefined;
  /** Called with true when the computation waits behind others, and with false when it is its turn. */
  onWaits?: (waits: boolean) => void;
}

const pauseMs = 500;

/** Computes in a thread. A company with too much waiting there waits here, because a run has time. */
const inThread = async <Input>(
  { services, tenantId }: Ctx,
  computation: Computation<Input, ExpressionOutcome>,
  { input, signal, onWaits }: { input: Input } & Pick<Reading, 'signal' | 'onWaits'>,
): Promise<string> => {
  for (;;) {
    const outcome = await services.compute
      .run(computation, input, { tenantId, signal, ...(onWaits && { onWaits }) })
      .catch((error: unknown) => (error instanceof AppError ? error : Promise.reject(error)));
    if (!(outcome instanceof AppError)) {
      if ('message' in outcome) throw new ExpressionError(outcome.message);
      return outcome.output;
    }
    if (outcome.code === 'compute.too_long')
      throw new ExpressionError('The expressions take too long. Please use a code step for such work.');
    if (outcome.code !== 'compute.busy') throw outcome;
    await sleep(pauseMs, undefined, signal && { signal });
  }
};

/** Does work within the limits of what is computed at once. Returns undefined when it needs more. */
const atOnce = <T>(work: () => T): { value: T } | undefined => {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof LimitReached) return undefined;
    throw error;
  }
};

/** Returns true for a text that looks up what is inside a large value. */
const isInsideLarge = (lookup: Lookup, scope: Scope): boolean => partAt(scope, lookup).inside.length > 0;

/**
 * Computes a value at once where that takes below a millisecond, and otherwise in a thread. What is only looked up is never copied, and what
 * stands for a large value stays so unless something is computed of it. Throws ExpressionError.
 */
export const computeValue = async (
  ctx: Ctx,
  value: StepValue,
  { scope, owner, ...waiting }: Reading,
): Promise<JsonValue> => {
  const thread = ctx.use(mainThread);
  const spend = <T>(work: () => T): T => thread.spend(ctx.tenantId, work);
  await thread.turn(ctx.tenantId, waiting.signal);
  const quick = spend(() => atOnce(() => value.compute(scope, quickLimits)));
  if (quick) return quick.value;
  const { texts } = value;
  const lookups = value.lookups.filter((lookup) => isInsideLarge(lookup, scope));
  const reads = [...value.reads, ...lookups];
  const files = await filesOfLarge(ctx, owner, largeRead(reads, scope));
  const input = spend(() => ({ texts, lookups, files, scope: JSON.stringify(partsRead(reads, scope)) }));
  const isEmpty = texts.length + lookups.length === 0;
  const output = isEmpty ? '[]' : await inThread(ctx, textComputation, { input, ...waiting });
  return spend(() => {
    const results = readJson(output) as JsonValue[];
    const found = lookups.map(({ text }, at) => [text, results[texts.length + at] ?? null] as const);
    return value.complete(scope, { texts: results, lookups: new Map(found) });
  });
};

/** Chooses between conditions, as `computeValue` computes. Returns the positions of those that hold. Throws ExpressionError. */
export const computeChoice = async (
  ctx: Ctx,
  { choices, isFirstOnly, choose, reads }: StepChoice,
  { scope, owner, ...waiting }: Reading,
): Promise<number[]> => {
  const thread = ctx.use(mainThread);
  const spend = <T>(work: () => T): T => thread.spend(ctx.tenantId, work);
  await thread.turn(ctx.tenantId, waiting.signal);
  const quick = spend(() => atOnce(() => choose(scope, quickLimits)));
  if (quick) return quick.value;
  const files = await filesOfLarge(ctx, owner, largeRead(reads, scope));
  const input = spend(() => ({
    ...{ choices, isFirstOnly, files },
    scope: JSON.stringify(partsRead(reads, scope)),
  }));
  return readJson(await inThread(ctx, choiceComputation, { input, ...waiting })) as number[];
};
