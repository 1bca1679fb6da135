import { AppError } from '../base/errors.ts';
import { Recent } from '../cache/remembered.ts';
import type { Ctx } from '../context/context.ts';
import { defineService } from '../services/services.ts';

/** The most refused calls of a thing in a minute that its history shows, so that strangers cannot fill it. */
const mostInMinute = 5;
const minuteMs = 60_000;
const mostSubjects = 1000;

interface Counted {
  since: number;
  calls: number;
}

const refusedCalls = defineService({
  name: 'kernel.refused-calls',
  create: () => new Recent<Counted>(mostSubjects),
});

/** The kinds of failures for which the sender is to blame, and that the owner of what was called should know of. */
const shownKinds = new Set(['invalid', 'too_large', 'unsupported', 'limit']);

/**
 * Returns true, a few times a minute, for a refused call that the history of what was called shows: also for failures with the codes of
 * `more`.
 */
export const isShownRefusal = (
  ctx: Ctx,
  subjectId: string,
  error: unknown,
  more: readonly string[] = [],
): error is AppError => {
  if (!(error instanceof AppError)) return false;
  if (!shownKinds.has(error.kind) && !more.includes(error.code)) return false;
  const counts = ctx.use(refusedCalls);
  const now = ctx.now().getTime();
  const known = counts.get(subjectId);
  const counted = known && now - known.since < minuteMs ? known : { since: now, calls: 0 };
  counts.set(subjectId, { ...counted, calls: counted.calls + 1 });
  return counted.calls < mostInMinute;
};
