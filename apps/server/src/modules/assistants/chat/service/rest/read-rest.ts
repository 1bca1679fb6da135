import { isId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { isTerminal, runLists } from '../../../../../kernel/runs/view/index.ts';
import type { MessageRow } from '../../tables.ts';
import { continueAnswer, restTopic } from './continue-answer.ts';

/** The time after which a reader looks again without having been woken, because nobody tells that a run was cancelled. */
const lookEveryMs = 3_000;

const withoutRest =
  'The work on the rest of this answer was ended, so nothing more follows. Please ask again, or tell the owner of this app.';

/** True when the run to which the rest was left has ended, so that it can add nothing any more. */
const hasEnded = async (ctx: Ctx, runId: string): Promise<boolean> => {
  const run = await ctx.tx(({ db }) => runLists.find(db, { id: runId, visible: undefined }));
  return run === undefined || isTerminal(run.status);
};

/** Says in an answer that its rest does not come, because its run was cancelled or has failed. Does nothing for all others. */
const endWithoutRest = async (ctx: Ctx, { id: queryId, awaitedRunId: runId }: MessageRow): Promise<void> => {
  // A record tells its end itself.
  if (runId === null || !isId('run', runId) || !(await hasEnded(ctx, runId))) return;
  const rest = { text: withoutRest, citations: [], microCredits: 0 };
  await ctx.tx((tx) => continueAnswer(tx, { queryId, runId, rest }));
};

/** Wakes a reader whenever something was added to an answer, now and then, and when the reader leaves. */
const createWaker = (ctx: Ctx, queryId: string, signal: AbortSignal) => {
  let wake = (): void => undefined;
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  const unsubscribe = ctx.services.live.subscribe(ctx.tenantId, restTopic, (id) => {
    if (id === queryId || id === '') wake();
  });
  return {
    /** Begins to listen; what is told from now on resolves the promise. */
    listen(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, lookEveryMs);
      wake = resolve;
      return promise.finally(() => clearTimeout(timer));
    },
    end(): void {
      unsubscribe();
      signal.removeEventListener('abort', onAbort);
    },
  };
};

/** Waits until something was added to an answer that has ended, or nothing more follows. Returns undefined when the reader has left. */
export const waitForRest = async (
  { ctx, find, signal }: { ctx: Ctx; find: () => Promise<MessageRow>; signal: AbortSignal },
  read: number,
): Promise<MessageRow | undefined> => {
  const first = await find();
  const waker = createWaker(ctx, first.id, signal);
  try {
    while (!signal.aborted) {
      const woken = waker.listen();
      const row = await find();
      if (row.awaitedRunId === null || row.answer.length > read) return row;
      await endWithoutRest(ctx, row);
      // A reader who left meanwhile wakes nobody any more.
      if (!signal.aborted) await woken;
    }
    return undefined;
  } finally {
    waker.end();
  }
};
