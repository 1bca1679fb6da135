import type { FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { compileValue, ExpressionError, quickLimits } from '@atelier/flows/expressions';
import { findPiece, PieceError, type PieceTrigger, readInput } from '@atelier/pieces';
import { Cron } from 'croner';
import { AppError } from '../../../../kernel/base/errors.ts';

interface Schedule {
  cron: string;
  timeZone: string;
}

/** The parts of a cron expression in their order: what each is called, and what it may contain. */
const parts = [
  { name: 'minute', takes: 'a number from 0 to 59' },
  { name: 'hour', takes: 'a number from 0 to 23' },
  { name: 'day of the month', takes: 'a number from 1 to 31, or L for the last day' },
  { name: 'month', takes: 'a number from 1 to 12, or a name such as JAN' },
  { name: 'day of the week', takes: 'a number from 0 (Sunday) to 7 (Sunday), or a name such as MON' },
];

/** A number with a step, as in `5/15`, counts from this number to the end of the range, as other programs read it. A step needs a beginning. */
const parseCron = ({ cron, timeZone }: Schedule): Cron => {
  if (/(?:^|[\s,])\//.test(cron)) throw new Error('A step has no beginning.');
  return new Cron(cron, { timezone: timeZone, mode: '5-part', sloppyRanges: true });
};

const isReadable = (schedule: Schedule): boolean => {
  try {
    parseCron(schedule).nextRun(new Date(0));
    return true;
  } catch {
    return false;
  }
};

/** Says which part of a schedule is wrong: the first one that cannot be read beside parts that can. */
const whyUnreadable = ({ cron, timeZone }: Schedule): string => {
  if (!isReadable({ cron: '* * * * *', timeZone }))
    return `The time zone “${timeZone.slice(0, 60)}” cannot be read. Please choose one, such as Europe/Berlin.`;
  const given = cron.trim().split(/\s+/);
  const at = parts.findIndex(
    (_part, place) =>
      !isReadable({
        cron: parts.map((_, other) => (other === place ? given[place] : '*')).join(' '),
        timeZone,
      }),
  );
  const part = parts[at];
  if (!part) return 'The schedule of this flow cannot be read. Please correct its trigger.';
  const { name, takes } = part;
  return `The ${name} “${(given[at] ?? '').slice(0, 60)}” cannot be read. It is * or ${takes}; also a list (1,3), a range (1-5) or a step (*/5).`;
};

/**
 * Returns the next time after `after` at which a schedule fires; null when there is none. A time that daylight saving skips fires when the
 * skipped hour would have begun, and one that it repeats fires once. Throws `flows.schedule_unreadable`.
 */
export const nextFire = (schedule: Schedule, after: Date): Date | null => {
  try {
    return parseCron(schedule).nextRun(after);
  } catch (error) {
    throw new AppError(
      'flows.schedule_unreadable',
      { ...schedule },
      { cause: error, message: whyUnreadable(schedule) },
    );
  }
};

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
