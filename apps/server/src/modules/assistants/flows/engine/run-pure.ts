import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { isLarge, largesIn } from '@atelier/contracts/fields/large-value';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { PieceError } from '@atelier/pieces';
import { type PieceFiles } from '@atelier/pieces/files';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { mainThread } from '../../../../kernel/main-thread/main-thread.ts';
import { inputCheck, pureAction } from '../computations.ts';
import type { CompiledPiece } from './compile-flow.ts';
import type { FileOwner } from './files/file-owner.ts';
import { filesOfLarge } from './files/file-owner.ts';
import { withFileTexts, withShownFiles } from './files/file-texts.ts';
import type { LargeFiles } from './large/open-large.ts';
import type { StepInput } from './step-input.ts';

/** Characters and values of an input that every pure action takes less than ten milliseconds for. */
const mostOnLoop = 16_384;

/** Returns true when an input is too large to be computed on the event loop, or has large values. Stops counting there. */
export const isHeavy = (input: FieldValues): boolean => {
  const open: JsonValue[] = Object.values(input);
  let weight = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isLarge(value)) return true;
    if (typeof value === 'string') weight += value.length;
    else if (Array.isArray(value)) {
      weight += value.length * 8;
      if (weight > mostOnLoop) return true;
      open.push(...value);
    } else if (isObject(value)) {
      const values = Object.values(value);
      weight += values.length * 16;
      if (weight > mostOnLoop) return true;
      open.push(...values);
    }
    if (weight > mostOnLoop) return true;
  }
  return false;
};

/** Writes an input for a thread. */
const written = (ctx: Ctx, input: FieldValues): string =>
  ctx.use(mainThread).spend(ctx.tenantId, () => JSON.stringify(input));

interface Given {
  input: StepInput;
  signal: AbortSignal;
  onWaits?: (waits: boolean) => void;
  /** Whose large values the step gets. Without it, it gets what stands for them. */
  largeOf?: FileOwner | undefined;
}

const filesIn = (ctx: Ctx, owner: FileOwner | undefined, input: FieldValues): Promise<LargeFiles> =>
  owner ? filesOfLarge(ctx, owner, largesIn(input)) : Promise.resolve({});

/** Checks the input of a step that is not pure: at once, or in a thread when it is large. Throws PieceError. */
export const checkedInput = async (
  ctx: Ctx,
  { piece, action }: Pick<CompiledPiece, 'piece' | 'action'>,
  { input, signal, largeOf, onWaits }: Given,
): Promise<FieldValues> => {
  const { services, tenantId } = ctx;
  const resolved = await input.resolved();
  if (!isHeavy(resolved)) return input.values();
  const files = await filesIn(ctx, largeOf, resolved);
  const order = { piece: piece.name, action: action.name, input: written(ctx, resolved), files };
  const outcome = await services.compute.run(inputCheck, order, {
    tenantId,
    signal,
    ...(onWaits && { onWaits }),
  });
  if ('output' in outcome) return readJson(outcome.output) as FieldValues;
  throw new PieceError(outcome.code, outcome.message);
};

/** Returns the input that is shown of a step: that of its expressions when it is too large to be checked here. */
export const toShownInput = async (
  step: Pick<CompiledPiece, 'action'>,
  input: StepInput,
): Promise<FieldValues> => {
  const resolved = await input.resolved();
  return isHeavy(resolved) ? resolved : withShownFiles(step, input);
};

/** Runs a pure action: at once, or in a thread when its input is large. */
export const runPure = async (
  ctx: Ctx,
  { piece, action }: Pick<CompiledPiece, 'piece' | 'action'>,
  { input: given, files, signal, largeOf, onWaits }: Given & { files?: PieceFiles },
): Promise<JsonValue> => {
  if (action.kind !== 'pure') throw new TypeError(`${action.name} is not pure.`);
  const { services, tenantId } = ctx;
  const thread = ctx.use(mainThread);
  const input = files ? await withFileTexts({ action }, given, { files, signal }) : given;
  const resolved = await input.resolved();
  if (!isHeavy(resolved)) {
    await thread.turn(tenantId, signal);
    const values = await input.values();
    return thread.spend(tenantId, () => action.run(values));
  }
  const order = {
    ...{ piece: piece.name, action: action.name, input: written(ctx, resolved) },
    files: await filesIn(ctx, largeOf, resolved),
  };
  const outcome = await services.compute.run(pureAction, order, {
    tenantId,
    signal,
    ...(onWaits && { onWaits }),
  });
  if ('output' in outcome) return readJson(outcome.output) as JsonValue;
  throw new PieceError(outcome.code, outcome.message);
};
