import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { PieceError } from '@atelier/pieces';
import { type PieceFiles } from '@atelier/pieces/files';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { inputCheck, pureAction } from '../computations.ts';
import type { CompiledPiece } from './compile-flow.ts';
import { withFileTexts, withShownFiles } from './files/file-texts.ts';
import type { StepInput } from './step-input.ts';

/** Characters and values of an input that every pure action takes less than 20 ms for. */
const mostOnLoop = 40_000;

/** Returns true when an input is too large to be computed on the event loop. Stops counting there. */
export const isHeavy = (input: FieldValues): boolean => {
  const open: JsonValue[] = Object.values(input);
  let weight = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') weight += value.length;
    else if (Array.isArray(value)) {
      weight += value.length * 8;
      if (weight > mostOnLoop) return true;
      open.push(...value);
    } else if (typeof value === 'object' && value !== null) {
      const values = Object.values(value);
      weight += values.length * 16;
      if (weight > mostOnLoop) return true;
      open.push(...values);
    }
    if (weight > mostOnLoop) return true;
  }
  return false;
};

/** Checks the input of a step that is not pure: at once, or in a thread when it is large. Throws PieceError. */
export const checkedInput = async (
  { services, tenantId }: Ctx,
  { piece, action }: Pick<CompiledPiece, 'piece' | 'action'>,
  { input, signal }: { input: StepInput; signal: AbortSignal },
): Promise<FieldValues> => {
  if (!isHeavy(input.resolved())) return input.values();
  const order = { piece: piece.name, action: action.name, input: JSON.stringify(input.resolved()) };
  const outcome = await services.compute.run(inputCheck, order, { tenantId, signal });
  if ('output' in outcome) return JSON.parse(outcome.output) as FieldValues;
  throw new PieceError(outcome.code, outcome.message);
};

/** Returns the input that is shown of a step: that of its expressions when it is too large to be checked here. */
export const shownOf = (step: Pick<CompiledPiece, 'action'>, input: StepInput): FieldValues =>
  isHeavy(input.resolved()) ? input.resolved() : withShownFiles(step, input);

/** Runs a pure action: at once, or in a thread when its input is large. */
export const runPure = async (
  { services, tenantId }: Ctx,
  { piece, action }: Pick<CompiledPiece, 'piece' | 'action'>,
  { input: given, files, signal }: { input: StepInput; files?: PieceFiles; signal: AbortSignal },
): Promise<JsonValue> => {
  if (action.kind !== 'pure') throw new TypeError(`${action.name} is not pure.`);
  const input = files ? await withFileTexts({ action }, given, { files, signal }) : given;
  if (!isHeavy(input.resolved())) return action.run(input.values());
  const order = { piece: piece.name, action: action.name, input: JSON.stringify(input.resolved()) };
  const outcome = await services.compute.run(pureAction, order, { tenantId, signal });
  if ('output' in outcome) return JSON.parse(outcome.output) as JsonValue;
  throw new PieceError(outcome.code, outcome.message);
};
