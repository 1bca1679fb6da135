import { isObject } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { readInput } from '@atelier/pieces';
import type { CompiledPiece } from './compile-flow.ts';
import type { Values } from './execution.ts';

/** The input of a piece's step. Each form is computed once, when somebody first needs it. */
export interface StepInput {
  /** The values of its expressions. */
  resolved(): FieldValues;
  /** These, checked and completed by the fields of the action, which takes long for a large input. Throws PieceError. */
  values(): FieldValues;
}

export const stepInput = (step: CompiledPiece, scope: Values): StepInput => {
  let resolved: FieldValues | undefined;
  let values: FieldValues | undefined;
  const resolve = (): FieldValues => {
    if (resolved) return resolved;
    const computed = step.input(scope);
    resolved = isObject(computed) ? computed : {};
    return resolved;
  };
  return {
    resolved: resolve,
    values: () => {
      values ??= readInput(step.action.fields, resolve());
      return values;
    },
  };
};

/** Returns the input as the journal shows it, without secrets; null where it could not be computed. */
export const shownInput = (step: CompiledPiece, read: () => FieldValues) => (): FieldValues | null => {
  try {
    const hidden = new Set(
      step.action.fields.filter(({ type }) => type === 'SECRET_TEXT').map(({ name }) => name),
    );
    return Object.fromEntries(
      Object.entries(read()).map(([name, value]) => [name, hidden.has(name) && value ? '•••' : value]),
    );
  } catch {
    return null;
  }
};
