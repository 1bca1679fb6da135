import type { FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { compileValue, ExpressionError, quickLimits } from '@atelier/flows/expressions';
import { findPiece, PieceError, type PieceTrigger, readInput } from '@atelier/pieces';
import { AppError } from '../../../../kernel/base/errors.ts';

/** Returns the code of a trigger; undefined when it is not chosen or this server does not have it. */
export const triggerCode = ({ settings }: FlowTrigger): PieceTrigger | undefined =>
  settings
    ? findPiece(settings.pieceName)?.triggers.find(({ name }) => name === settings.triggerName)
    : undefined;

/** Computes a value that reads nothing. Throws PieceError. */
const evaluateConstant = (value: unknown): JsonValue => {
  try {
    return compileValue(value)(new Map(), quickLimits);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new PieceError('pieces.invalid_input', error.message, { cause: error });
  }
};

/** Returns the input of a trigger, checked by its fields. Throws PieceError. */
export const triggerInput = (trigger: FlowTrigger, { fields }: Pick<PieceTrigger, 'fields'>) => {
  const resolved = evaluateConstant(trigger.settings?.input ?? {});
  return readInput(fields, isObject(resolved) ? resolved : {});
};

/** Returns the schedule of a trigger; undefined when it is of another kind. Throws `flows.schedule_unreadable`. */
export const readSchedule = (trigger: FlowTrigger): { cron: string; timeZone: string } | undefined => {
  const code = triggerCode(trigger);
  if (code?.kind !== 'schedule') return undefined;
  try {
    return code.schedule(triggerInput(trigger, code));
  } catch (error) {
    if (!(error instanceof PieceError)) throw error;
    throw new AppError('flows.schedule_unreadable', undefined, { message: error.message, cause: error });
  }
};
