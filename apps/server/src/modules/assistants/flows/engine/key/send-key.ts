import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { PieceError } from '@atelier/pieces';
import type { CompiledPiece } from '../compile-flow.ts';
import type { Execution } from '../execution.ts';
import { runKeys } from './run-keys.ts';

interface Replacement {
  text: string;
  by: string;
}

const replaceIn = (value: JsonValue, replacement: Replacement): JsonValue => {
  if (typeof value === 'string') return value.replaceAll(replacement.text, () => replacement.by);
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, replacement));
  return isObject(value) ? replaceInAll(value, replacement) : value;
};

const replaceInAll = (values: FieldValues, replacement: Replacement): FieldValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.replaceAll(replacement.text, () => replacement.by),
      replaceIn(value, replacement),
    ]),
  );

/** Leaves out the cause, which is logged and could quote the request. */
const withoutKey = (error: unknown, { text, by }: Replacement): unknown =>
  error instanceof PieceError
    ? new PieceError(
        error.code,
        error.message.replaceAll(text, () => by),
        { retryable: error.retryable },
      )
    : error;

/**
 * Calls `work` with an input in which the name of the run's key has become the key, where the action sends it. What comes back has the name
 * again, so that the journal, which people read, never has the key.
 */
export const sendKey = async (
  { run, place, rootRunId }: Execution,
  { action }: CompiledPiece,
  input: FieldValues,
  work: (input: FieldValues) => Promise<JsonValue>,
): Promise<JsonValue> => {
  if (!place.key || action.kind !== 'outward' || !action.sendsRunKey) return work(input);
  const { name } = place.key;
  const key = run.ctx.use(runKeys).make({ tenantId: run.ctx.tenantId, runId: rootRunId });
  const hidden = { text: key, by: name };
  try {
    return replaceIn(await work(replaceInAll(input, { text: name, by: key })), hidden);
  } catch (error) {
    throw withoutKey(error, hidden);
  }
};
