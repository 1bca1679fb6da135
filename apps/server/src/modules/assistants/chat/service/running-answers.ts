import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Log } from '../../../../kernel/log/log.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { type AnswerEvent, nothingWritten, type Place, unread, type Written } from './outcome.ts';

const byReader = Symbol('stopped by its reader');

/** Ends an answer. `signal` aborts when the answer has to end, and `stop` makes it abort. */
export interface Stopping {
  signal: AbortSignal;
  stop: (reason?: symbol) => void;
  /** Is told when the answer waits for computing time behind others, and when it goes on. */
  onWaits?: (waits: boolean) => void;
}

/** An event for a reader of an answer while it is written: one of the answer, or that it waits behind others. */
export type ReadEvent = AnswerEvent | { type: 'waits'; waits: boolean };

/** True for the signal of an answer that its reader ended. Others end because nobody reads them, or because the server stops. */
export const wasStoppedByReader = ({ reason }: AbortSignal): boolean => reason === byReader;

type Start = Extract<AnswerEvent, { type: 'start' }>;
type Done = Extract<AnswerEvent, { type: 'done' }>;

/** An answer that this process writes, with all that is written of it. It goes on when its readers leave. */
export class RunningAnswer {
  readonly start: Start;
  readonly #written: Written;
  #form: Extract<AnswerEvent, { type: 'form' }> | undefined;
  #end: { done: Done } | { failure: unknown } | undefined;
  #waits = false;
  #readers = 0;
  #waiting: (() => void)[] = [];
  #leaving: (() => void)[] = [];
  readonly #onReaders: (answer: RunningAnswer) => void;
  readonly #stop: (reason?: symbol) => void;

  constructor(
    start: Start,
    written: Written,
    parts: { stop: (reason?: symbol) => void; onReaders: (answer: RunningAnswer) => void },
  ) {
    this.start = start;
    this.#written = written;
    this.#stop = parts.stop;
    this.#onReaders = parts.onReaders;
  }

  get hasReaders(): boolean {
    return this.#readers > 0;
  }

  /** Ends the answer with what is written. */
  stop(): void {
    this.#stop();
  }

  /** Ends the answer, because its reader wants no more of it. */
  stopForReader(): void {
    this.#stop(byReader);
  }

  take(event: AnswerEvent): void {
    if (event.type === 'form') this.#form = event;
    else if (event.type === 'done') this.#end = { done: event };
    this.#wake();
  }

  /** Shows the readers that the answer waits behind others, or that it goes on. */
  showWaits(waits: boolean): void {
    if (this.#waits === waits) return;
    this.#waits = waits;
    this.#wake();
  }

  fail(failure: unknown): void {
    this.#end ??= { failure };
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves when nobody reads the answer. */
  async left(): Promise<void> {
    while (this.hasReaders) await new Promise<void>((resolve) => this.#leaving.push(resolve));
  }

  /** Yields the answer from a place on, as it is written. Ends early when `signal` aborts. Throws the failure of the answer. */
  async *read(place: Place, signal: AbortSignal): AsyncIterable<ReadEvent> {
    const wake = () => this.#wake();
    signal.addEventListener('abort', wake);
    this.#readers += 1;
    this.#onReaders(this);
    try {
      yield this.start;
      let waits = false;
      while (!signal.aborted) {
        if (waits !== this.#waits) {
          waits = this.#waits;
          yield { type: 'waits', waits };
        }
        yield* unread({ ...this.#written, form: this.#form }, place);
        if (this.#end !== undefined) {
          if ('failure' in this.#end) throw this.#end.failure;
          yield this.#end.done;
          return;
        }
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    } finally {
      signal.removeEventListener('abort', wake);
      this.#readers -= 1;
      this.#onReaders(this);
      for (const resolve of this.#leaving.splice(0)) resolve();
    }
  }
}

interface Parts {
  log: Log;
  /** An answer that nobody has read for this time is stopped. */
  unreadMs: number;
  /** The most answers that nobody reads; beyond it the one that was left first is stopped. */
  mostUnread: number;
}

/** The milliseconds in which answers may still end when the server stops, and in which their readers may then receive the end. */
const finishMs = 1000;

/**
 * The live topic on which the process that writes an answer learns that its reader wants no more of it, by its id. The database announces
 * there that the answer was deleted (announce_deleted_message.sql).
 */
export const stopTopic = 'chat.stop';

/** The id with which the database announces that the whole company is being deleted. */
const everyAnswer = '*';

/** Stops an answer that is announced on the topic, until the returned function is called. */
export const stopWhenAnnounced = (ctx: Ctx, queryId: string, { stop }: Stopping): (() => void) =>
  ctx.services.live.subscribe(ctx.tenantId, stopTopic, (id) => {
    if (id === queryId || id === everyAnswer) stop(byReader);
  });

/** Makes the clock of the answers that nobody reads, which stops them. */
const createUnreadClock = ({ unreadMs, mostUnread }: Pick<Parts, 'unreadMs' | 'mostUnread'>) => {
  const unread = new Map<RunningAnswer, NodeJS.Timeout>();
  const forget = (answer: RunningAnswer): void => {
    clearTimeout(unread.get(answer));
    unread.delete(answer);
  };
  return {
    forget,
    watch(answer: RunningAnswer): void {
      forget(answer);
      if (answer.hasReaders) return;
      const timer = setTimeout(() => answer.stop(), unreadMs);
      unread.set(answer, timer);
      const [longest] = unread.keys();
      if (unread.size > mostUnread) longest?.stop();
    },
  };
};

const finishAll = async (
  answers: readonly RunningAnswer[],
  works: readonly Promise<void>[],
): Promise<void> => {
  if (answers.length === 0) return;
  await Promise.race([Promise.all(works), sleep(finishMs)]);
  for (const answer of answers) answer.stop();
  await Promise.all(works);
  await Promise.race([Promise.all(answers.map((answer) => answer.left())), sleep(finishMs)]);
  // A reader that has left closes its reply in the same turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
};

/** Makes the list of the answers that are being written in this process. */
export const createRunningAnswers = ({ log, ...limits }: Parts) => {
  const running = new Map<string, RunningAnswer>();
  const works = new Set<Promise<void>>();
  const clock = createUnreadClock(limits);
  const onReaders = (answer: RunningAnswer): void => {
    if (running.has(answer.start.queryId)) clock.watch(answer);
  };
  const write = async (answer: RunningAnswer, events: AsyncIterator<AnswerEvent>): Promise<void> => {
    try {
      for (let next = await events.next(); !next.done; next = await events.next()) answer.take(next.value);
    } catch (error) {
      if (!answer.hasReaders) log.warn({ err: error }, 'an answer that nobody read failed');
      answer.fail(error);
    } finally {
      running.delete(answer.start.queryId);
      clock.forget(answer);
    }
  };

  return {
    /**
     * Begins an answer, whose text and citations its writer adds to `written`, and returns once it has its id. A refusal before that is
     * thrown.
     */
    async begin(
      answerWith: (stopping: Stopping, written: Written) => AsyncIterable<AnswerEvent>,
    ): Promise<RunningAnswer> {
      const stopping = new AbortController();
      const stop = (reason?: symbol) => stopping.abort(reason);
      const written = nothingWritten();
      const begun: { answer?: RunningAnswer } = {};
      const onWaits = (waits: boolean) => begun.answer?.showWaits(waits);
      const events = answerWith({ signal: stopping.signal, stop, onWaits }, written)[Symbol.asyncIterator]();
      const first = await events.next();
      if (first.done === true || first.value.type !== 'start')
        throw new Error('An answer begins with its id.');
      const start = first.value;
      const answer = new RunningAnswer(start, written, { stop, onReaders });
      begun.answer = answer;
      running.set(start.queryId, answer);
      const work = write(answer, events).finally(() => works.delete(work));
      works.add(work);
      return answer;
    },
    find: (queryId: string): RunningAnswer | undefined => running.get(queryId),
    /** Lets all answers end within a moment and stops the others. Resolves when their readers have been told, unless they are too slow. */
    finish: () => finishAll([...running.values()], [...works]),
    /** Stops all answers, and resolves when they are stored. */
    async close(): Promise<void> {
      for (const answer of running.values()) answer.stop();
      await Promise.all(works);
    },
  };
};

const runningAnswers = defineService({
  name: 'chat.running-answers',
  create: ({ log }) => createRunningAnswers({ log, unreadMs: 120_000, mostUnread: 500 }),
  close: (answers) => answers.close(),
});

/** Ends the answers of a server that stops, while its readers are still connected. */
export const finishAnswers = (container: Pick<Ctx, 'use'>): Promise<void> =>
  container.use(runningAnswers).finish();

/** Returns the answers that are being written in this process. */
export const getRunningAnswers = (ctx: Ctx): ReturnType<typeof createRunningAnswers> =>
  ctx.use(runningAnswers);
