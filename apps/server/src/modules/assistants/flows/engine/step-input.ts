import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { ExpressionError } from '@atelier/flows/expressions';
import { readInput } from '@atelier/pieces';
import type { CompiledPiece } from './compile-flow.ts';

/** The input of a piece's step. Each form is computed once, when somebody first needs it. */
export interface StepInput {
  /** The values of its expressions. */
  resolved(): Promise<FieldValues>;
  /** These, checked and completed by the fields of the action, which takes long for a large input. Throws PieceError. */
  values(): Promise<FieldValues>;
}

/** An input whose values are known. */
export const knownInput = ({ action }: Pick<CompiledPiece, 'action'>, resolved: FieldValues): StepInput => {
  let values: FieldValues | undefined;
  return {
    resolved: () => Promise.resolve(resolved),
    async values() {
      values ??= readInput(action.fields, resolved);
      return Promise.resolve(values);
    },
  };
};

export const stepInput = (
  step: Pick<CompiledPiece, 'action'>,
  compute: () => Promise<JsonValue>,
): StepInput => {
  let known: Promise<StepInput> | undefined;
  const input = (): Promise<StepInput> => {
    known ??= compute().then((computed) => knownInput(step, isObject(computed) ? computed : {}));
    return known.catch((error: unknown) => {
      // Another attempt may succeed, unless the expressions are the reason.
      if (!(error instanceof ExpressionError)) known = undefined;
      throw error;
    });
  };
  return {
    resolved: async () => (await input()).resolved(),
    values: async () => (await input()).values(),
  };
};

/** Returns the input as the journal shows it, without secrets; null where it could not be computed. */
export const shownInput =
  (step: CompiledPiece, read: () => Promise<FieldValues>) => async (): Promise<FieldValues | null> => {
    try {
      const hidden = new Set(
        step.action.fields.filter(({ type }) => type === 'SECRET_TEXT').map(({ name }) => name),
      );
      return Object.fromEntries(
        Object.entries(await read()).map(([name, value]) => [
          name,
          hidden.has(name) && value ? '•••' : value,
        ]),
      );
    } catch {
      return null;
    }
  };
