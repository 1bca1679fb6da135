import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { callerKey } from '../rate-limit/rate-limit.ts';
import type { Live } from './live.ts';
import type { NewStream, StreamHolder, Streams } from './open-streams.ts';

interface OpenStream extends NewStream {
  isOpen(): boolean;
}

/** The live topic on which the database announces that a permission ended or changed (announce_revocation.sql). */
const revocations = { tenantId: '', topic: 'revocations' } as const;

/** Sessions also expire, and the database does not announce that. */
const recheckMs = 60_000;
/** A check takes a statement or two, and the many streams of one tenant must not use the whole pool. */
const checkedAtOnce = 3;
const retryAfterSeconds = 30;
const pauseAfterFailureMs = 1000;

type Limits = Config['streams'];

const listKeys = ({ userId, tenantId, address }: StreamHolder): [string, keyof Limits][] => [
  ...(userId === null ? [] : [[`user:${userId}`, 'perUser'] as [string, keyof Limits]]),
  [`tenant:${tenantId}`, 'perTenant'],
  [`address:${callerKey(address)}`, 'perAddress'],
];

/** Makes the counters of open streams by holder. */
const createCounts = (limits: Limits) => {
  const held = new Map<string, Set<OpenStream>>();
  return {
    of: (key: string): Iterable<OpenStream> => held.get(key) ?? [],
    refuseOver(stream: OpenStream): void {
      for (const [key, limit] of listKeys(stream))
        if (limits[limit] > 0 && (held.get(key)?.size ?? 0) >= limits[limit])
          throw new AppError('request.too_many_streams', { retryAfterSeconds });
    },
    add(stream: OpenStream): void {
      for (const [key] of listKeys(stream)) held.set(key, (held.get(key) ?? new Set()).add(stream));
    },
    remove(stream: OpenStream): void {
      for (const [key] of listKeys(stream)) {
        const group = held.get(key);
        group?.delete(stream);
        if (group?.size === 0) held.delete(key);
      }
    },
  };
};

/** Makes the function that checks streams, a few at a time, and ends those whose holder may no longer have them. */
const createChecker = (log: Log, signal: AbortSignal) => {
  const due = new Set<OpenStream>();
  let workers = 0;
  let working: Promise<unknown> = Promise.resolve();
  const checkOne = async (stream: OpenStream): Promise<void> => {
    try {
      if (!(await stream.isStillAllowed())) stream.end();
    } catch (error) {
      // The database may have been unavailable, for instance. The stream is checked again as soon as possible.
      log.warn({ err: error }, 'an open stream could not be checked');
      await sleep(pauseAfterFailureMs, undefined, { signal }).catch(() => undefined);
      due.add(stream);
    }
  };
  const work = async (): Promise<void> => {
    workers += 1;
    // An announcement during a check adds the stream again, so it is checked once more.
    for (const stream of due) {
      due.delete(stream);
      if (!signal.aborted && stream.isOpen()) await checkOne(stream);
    }
    workers -= 1;
  };
  return {
    check(streams: Iterable<OpenStream>): void {
      for (const stream of streams) due.add(stream);
      while (workers < Math.min(checkedAtOnce, due.size)) working = Promise.all([working, work()]);
    },
    ended: async () => void (await working),
  };
};

interface StreamParts {
  live: Live;
  log: Log;
  /** The most open streams of one user, tenant and address; 0 means no limit. */
  limits: Limits;
}

/** Makes the registry of streams, which checks them again whenever a permission behind them may have ended. */
export const createStreams = ({ live, log, limits }: StreamParts): Streams => {
  const all = new Set<OpenStream>();
  const counts = createCounts(limits);
  const stopping = new AbortController();
  const { check, ended } = createChecker(log, stopping.signal);
  // An empty id means that announcements may have been missed.
  const unsubscribe = live.subscribe(revocations.tenantId, revocations.topic, (id) =>
    check(id === '' ? all : counts.of(id)),
  );
  const timer = setInterval(() => check(all), recheckMs).unref();
  return {
    register(holder) {
      const stream = { ...holder, isOpen: () => all.has(stream) };
      counts.refuseOver(stream);
      all.add(stream);
      counts.add(stream);
      return () => {
        all.delete(stream);
        counts.remove(stream);
      };
    },
    async close() {
      clearInterval(timer);
      unsubscribe();
      stopping.abort();
      await ended();
    },
  };
};
