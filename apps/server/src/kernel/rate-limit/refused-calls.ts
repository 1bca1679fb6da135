import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { AppError } from '../base/errors.ts';
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
  create: () => new LRUCache<string, Counted>({ max: mostSubjects }),
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

const shownHeaders = ['content-type', 'content-encoding', 'user-agent'];

/** A call from outside, before its body is read. */
export interface OutsideCall {
  method: string;
  headers: IncomingHttpHeaders;
  /** The network address of the sender. */
  address: string;
}

/** Returns the part of a refused call that a history shows: nothing of its body, which could not be read or is not proven. */
export const shownCall = ({ method, headers, address }: OutsideCall) => {
  const shown = shownHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value.slice(0, 200)] as const] : [];
  });
  const length = headers['content-length'];
  return {
    method,
    headers: Object.fromEntries(shown),
    /** The length that the sender states; null when it states none. */
    bytes: length === undefined ? null : Number(length),
    address,
  };
};
