import type {
  AgentRunDetails,
  AgentRunEvent,
  AgentRunStep,
} from '@atelier/contracts/assistants/agents/agent-run-shapes';
import type { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous, Exchange } from '../../../../../kernel/module/exchange.ts';
import { type AlreadyAnswered, answered } from '../../../../../kernel/module/module.ts';
import { isWorkedOnHere, settledHere } from '../../../../../kernel/runs/requests/index.ts';
import { watchRunChanges } from '../../../../../kernel/runs/view/index.ts';
import { liveRuns, type Writing } from '../../engine/live-runs.ts';
import { WrittenElsewhere } from '../../engine/written-elsewhere.ts';
import { findAgentRun, getAgentRun } from './read-runs.ts';

const isOpen = (step: AgentRunStep): boolean =>
  step.type === 'TOOL' && (step.status === 'WAITING' || step.status === 'RUNNING');

/** Returns the pieces that a reader has not been sent yet, and notes that they are sent. */
class WritingReader {
  #sent = { thinking: 0, text: 0 };
  #of: Writing | undefined;

  *unsent(writing: Writing | undefined): Iterable<AgentRunEvent> {
    if (!writing) return;
    // Another attempt of a turn writes everything anew.
    if (this.#of !== writing) this.#sent = { thinking: 0, text: 0 };
    this.#of = writing;
    const { turn } = writing;
    for (const kind of ['thinking', 'text'] as const) {
      const from = this.#sent[kind];
      const text = writing[kind].from(from);
      this.#sent[kind] = from + text.length;
      if (text !== '') yield { event: 'writing', data: { turn, kind, from, text } };
    }
  }
}

/** Returns what of a run a reader does not have yet. */
class StepsReader {
  #steps: number;
  #open = '[]';
  #state = '';

  constructor(known: number) {
    this.#steps = known;
  }

  *unsent({ steps, ...state }: AgentRunDetails): Iterable<AgentRunEvent> {
    const settled = steps.filter((step) => !isOpen(step));
    for (const step of settled.slice(this.#steps)) {
      yield { event: 'step', data: { at: this.#steps, step } };
      this.#steps += 1;
    }
    const open = steps.filter(isOpen);
    const shownOpen = JSON.stringify(open);
    if (shownOpen !== this.#open) yield { event: 'open', data: { steps: open } };
    this.#open = shownOpen;
    const shownState = JSON.stringify(state);
    if (shownState !== this.#state) yield { event: 'state', data: state };
    this.#state = shownState;
  }
}

/** The news of a run since they were last taken. */
class News {
  #steps = true;
  #end: { failure?: unknown } | undefined;
  #arrived = Promise.withResolvers<void>();

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  tell(news: 'TEXT' | 'STEPS'): void {
    this.#steps ||= news === 'STEPS';
    this.#arrived.resolve();
  }

  end(how: { failure?: unknown } = {}): void {
    this.#end ??= how;
    this.#arrived.resolve();
  }

  /** Returns whether the run may have other steps. */
  takeSteps(): boolean {
    const had = this.#steps;
    this.#steps = false;
    return had;
  }

  /** Waits for news, or for the end. Throws the failure of the end. */
  async wait(): Promise<void> {
    await this.#arrived.promise;
    this.#arrived = Promise.withResolvers();
    if (this.#end && 'failure' in this.#end) throw this.#end.failure;
  }
}

/** Returns the text that is written elsewhere, until the reply is a step. */
const unrecorded = ({ steps }: AgentRunDetails, writing: Writing | undefined): Writing | undefined =>
  steps.some(({ type, turn }) => type !== 'COMPACTION' && turn === writing?.turn) ? undefined : writing;

/** Tells of every change: at once of those in this process, and within a second of those in others. Returns the function that stops it. */
const listen = (ctx: Ctx, runId: string, { news, signal }: { news: News; signal: AbortSignal }) => {
  const stopping = new AbortController();
  const stopped = AbortSignal.any([signal, stopping.signal]);
  const unwatch = ctx.use(liveRuns).watch(runId, (what) => news.tell(what));
  stopped.addEventListener('abort', () => news.end(), { once: true });
  void watchRunChanges(ctx, runId, { signal: stopped, onChange: () => news.tell('STEPS') }).then(
    () => news.end(),
    (failure: unknown) => news.end({ failure }),
  );
  return () => {
    unwatch();
    stopping.abort();
  };
};

/**
 * Yields the steps of a run after the first `known`, what is open, what is being written, and the state, until the run has
 * ended or `signal` aborts. Throws `agents.run_not_found` before the first event.
 */
async function* watchAgentRun(
  ctx: Ctx,
  runId: string,
  { known, signal }: { known: number; signal: AbortSignal },
): AsyncIterable<AgentRunEvent> {
  // Read before the state, because a run that ends here meanwhile is worked on nowhere.
  let wasHere = isWorkedOnHere(ctx, runId);
  let run = await getAgentRun(ctx, runId);
  const [news, steps, writing] = [new News(), new StepsReader(known), new WritingReader()];
  const stop = listen(ctx, runId, { news, signal });
  const elsewhere = new WrittenElsewhere(ctx, runId, () => news.tell('TEXT'));
  let wasRunning = false;
  try {
    while (!news.isOver) {
      if (news.takeSteps()) {
        wasHere = isWorkedOnHere(ctx, runId);
        run = await getAgentRun(ctx, runId);
      }
      yield* steps.unsent(run);
      if (run.endedAt !== null) return;
      elsewhere.follow(run.status === 'RUNNING' && !wasHere && !isWorkedOnHere(ctx, runId));
      yield* writing.unsent(ctx.use(liveRuns).find(runId) ?? unrecorded(run, elsewhere.writing));
      // The process that works on the run knows at once when it ends or waits.
      if (run.status === 'RUNNING' && !wasRunning)
        void settledHere(ctx, runId).then(() => news.tell('STEPS'));
      wasRunning = run.status === 'RUNNING';
      await news.wait();
    }
  } finally {
    elsewhere.stop();
    stop();
  }
}

type Streamed = (typeof agentRuns.endpoints)['events'] | (typeof agentRuns.endpoints)['execute'];

/** Returns true while the actor still sees the run that `ctx` was opened for, with the same role. */
const seesRunAsBefore = async ({ actor }: Ctx, { own, principal }: Anonymous, runId: string) => {
  if (!own || !('role' in actor) || principal?.role !== actor.role) return false;
  await own.tx((tx) => findAgentRun(tx, runId));
  return true;
};

/** Returns the number of steps that a reader who comes back has. */
const knownSteps = (lastId: string | string[] | undefined): number =>
  typeof lastId === 'string' && /^\d{1,6}$/.test(lastId) ? Number(lastId) : 0;

/** Streams a run until it has ended or the reader leaves; the run goes on without readers. Throws `agents.run_not_found`. */
export const sendRun = async (
  ctx: Ctx,
  runId: string,
  exchange: Exchange<Streamed>,
): Promise<AlreadyAnswered> => {
  exchange.holdStream(ctx.tenantId, (asker) => seesRunAsBefore(ctx, asker, runId));
  const known = knownSteps(exchange.headers['last-event-id']);
  const events = watchAgentRun(ctx, runId, { known, signal: exchange.signal })[Symbol.asyncIterator]();
  let next = await events.next();
  const sink = exchange.openEvents();
  try {
    for (; !next.done; next = await events.next()) {
      const { event, data } = next.value;
      if (event === 'step') await sink.send(event, data, String(data.at + 1));
      else if (event === 'writing') await sink.sendSoon(event, data);
      else await sink.send(event, data);
    }
  } finally {
    sink.close();
    await events.return?.();
  }
  return answered;
};
