import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { callerKey } from '../rate-limit/rate-limit.ts';
import type { Live } from './live.ts';

/** Whose an open stream is; a visitor of a public app has no user. */
export interface StreamHolder {
  userId: string | null;
  tenantId: string;
  address: string;
}

/** A stream that is about to open. */
export interface NewStream extends StreamHolder {
  /** Whether the holder may still have it, judged from scratch. */
  judge(): Promise<boolean>;
  /** Ends it at once; called when it is not admitted any more. */
  end(): void;
}

interface OpenStream extends NewStream {
  isOpen(): boolean;
}

/** Every open event stream and streamed answer of this process. */
export interface Streams {
  /** Counts the stream until the returned function is called. Throws `request.too_many_streams`. */
  register(stream: NewStream): () => void;
  close(): Promise<void>;
}

/** The live topic on which the database announces that a right ended or changed (migration 0045). */
const revocations = { tenantId: '', topic: 'revocations' } as const;

/** Sessions also end by the clock, which nobody announces. */
const recheckMs = 60_000;
/** Judging takes a statement or two each; a company's many streams must not take the whole pool. */
const judgedAtOnce = 3;
const retryAfterSeconds = 30;
const pauseAfterFailureMs = 1000;

type Limits = Config['streams'];

const keysOf = ({ userId, tenantId, address }: StreamHolder): [string, keyof Limits][] => [
  ...(userId === null ? [] : [[`user:${userId}`, 'perUser'] as [string, keyof Limits]]),
  [`tenant:${tenantId}`, 'perTenant'],
  [`address:${callerKey(address)}`, 'perAddress'],
];

/** Counts the open streams by their holders. */
const createCounts = (limits: Limits) => {
  const held = new Map<string, Set<OpenStream>>();
  return {
    of: (key: string): Iterable<OpenStream> => held.get(key) ?? [],
    refuseOver(stream: OpenStream): void {
      for (const [key, limit] of keysOf(stream))
        if (limits[limit] > 0 && (held.get(key)?.size ?? 0) >= limits[limit])
          throw new AppError('request.too_many_streams', { retryAfterSeconds });
    },
    add(stream: OpenStream): void {
      for (const [key] of keysOf(stream)) held.set(key, (held.get(key) ?? new Set()).add(stream));
    },
    remove(stream: OpenStream): void {
      for (const [key] of keysOf(stream)) {
        const group = held.get(key);
        group?.delete(stream);
        if (group?.size === 0) held.delete(key);
      }
    },
  };
};

/** Judges streams, a few at a time, and ends those that are not admitted. */
const createJudge = (log: Log, signal: AbortSignal) => {
  const due = new Set<OpenStream>();
  let workers = 0;
  let working: Promise<unknown> = Promise.resolve();
  const judgeOne = async (stream: OpenStream): Promise<void> => {
    try {
      if (!(await stream.judge())) stream.end();
    } catch (error) {
      // The database was away, for instance. The stream is judged as soon as it can be.
      log.warn({ err: error }, 'an open stream could not be judged');
      await sleep(pauseAfterFailureMs, undefined, { signal }).catch(() => undefined);
      due.add(stream);
    }
  };
  const work = async (): Promise<void> => {
    workers += 1;
    // What is announced while a stream is judged puts it back, so it is judged once more.
    for (const stream of due) {
      due.delete(stream);
      if (!signal.aborted && stream.isOpen()) await judgeOne(stream);
    }
    workers -= 1;
  };
  return {
    judge(streams: Iterable<OpenStream>): void {
      for (const stream of streams) due.add(stream);
      while (workers < Math.min(judgedAtOnce, due.size)) working = Promise.all([working, work()]);
    },
    ended: async () => void (await working),
  };
};

interface StreamParts {
  live: Live;
  log: Log;
  /** Most open streams of one user, company and address; 0 for no limit. */
  limits: Limits;
}

/** Keeps the registry, and judges streams anew whenever the right behind them may have ended. */
export const createStreams = ({ live, log, limits }: StreamParts): Streams => {
  const all = new Set<OpenStream>();
  const counts = createCounts(limits);
  const stopping = new AbortController();
  const { judge, ended } = createJudge(log, stopping.signal);
  // An empty id means that announcements may have been missed.
  const unsubscribe = live.subscribe(revocations.tenantId, revocations.topic, (id) =>
    judge(id === '' ? all : counts.of(id)),
  );
  const timer = setInterval(() => judge(all), recheckMs).unref();
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
