import type { FlowTrigger } from '@atelier/contracts/build/flows/flow-model';
import { isObject } from '@atelier/contracts/fields/field-values';
import { compileValue } from '@atelier/flows/expressions';
import { findPiece, type PieceTrigger, readInput } from '@atelier/pieces';

/** Returns the code of a trigger; undefined when it is not chosen or this server does not have it. */
export const triggerCode = ({ settings }: FlowTrigger): PieceTrigger | undefined =>
  settings
    ? findPiece(settings.pieceName)?.triggers.find(({ name }) => name === settings.triggerName)
    : undefined;

/** Returns the input of a trigger, checked by its fields. Throws PieceError. */
export const triggerInput = (trigger: FlowTrigger, { fields }: Pick<PieceTrigger, 'fields'>) => {
  const resolved = compileValue(trigger.settings?.input ?? {})(new Map());
  return readInput(fields, isObject(resolved) ? resolved : {});
};

/** Returns the schedule of a trigger; undefined when it is of another kind. Throws PieceError. */
export const scheduleOf = (trigger: FlowTrigger): { cron: string; timeZone: string } | undefined => {
  const code = triggerCode(trigger);
  return code?.kind === 'schedule' ? code.schedule(triggerInput(trigger, code)) : undefined;
};
