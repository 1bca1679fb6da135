import { Arrivals } from '../../../../kernel/base/arrivals.ts';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { awaitRun, stopRun } from '../../../../kernel/runs/requests/index.ts';
import { agentRunKind } from '../engine/agent-run-type.ts';
import { liveRuns, type Writing } from '../engine/live-runs.ts';
import { type FollowedPlace, type ProgramAnswer, readProgramAnswer } from './read-answer.ts';

/** Makes one text of what an agent writes turn by turn, and says what of it is new. */
class ProgramText {
  readonly #after: number;
  #shown = new Map<number, string>();
  #of: Writing | undefined;
  #length = 0;

  /** Turns until this one were shown before. */
  constructor(after: number) {
    this.#after = after;
  }

  /** Returns what is new of a turn that is being written. A second attempt of a turn is shown at its end, because it may differ. */
  show(writing: Writing): string {
    const { turn, text } = writing;
    if (turn <= this.#after || text.length === 0) return '';
    if (this.#of !== writing) {
      if (this.#shown.has(turn)) return '';
      this.#of = writing;
      this.#length = 0;
    }
    const piece = text.from(this.#length);
    this.#length += piece.length;
    return this.#add(turn, piece);
  }

  /** Returns what is missing of a turn whose text is known. */
  end({ turn, text }: { turn: number; text: string }): string {
    const shown = this.#shown.get(turn) ?? '';
    if (text.startsWith(shown)) return this.#add(turn, text.slice(shown.length));
    this.#shown.set(turn, text);
    return `\n\n${text}`;
  }

  #add(turn: number, piece: string): string {
    if (piece === '') return '';
    const gap = this.#shown.size > 0 && !this.#shown.has(turn) ? '\n\n' : '';
    this.#shown.set(turn, (this.#shown.get(turn) ?? '') + piece);
    return gap + piece;
  }
}

/** The longest time that a program waits. The run goes on after it, and its answer can be read. */
const patienceMs = 9 * 60_000;

/** An event for a program that follows a run: a piece of the text, or, as the last event, the whole answer. */
export type ProgramEvent = { type: 'text'; text: string } | { type: 'end'; answer: ProgramAnswer };

const isWaiting = ({ status }: ProgramAnswer): boolean => status === 'CALLS' || status === 'UNDECIDED';

/** Ends a run for which nobody waits any more, and takes no time of whoever has left. */
const stop = async (ctx: Ctx, runId: string): Promise<void> => {
  const system = ctx.inTenant(ctx.tenantId, { kind: 'system', name: 'agents.programs' });
  await stopRun(system, { runId, kind: agentRunKind });
};

/** Yields what a run writes in this process, until `isEnough`. */
async function* follow(
  ctx: Ctx,
  place: FollowedPlace,
  { text, signal }: { text: ProgramText; signal: AbortSignal },
): AsyncGenerator<string> {
  const { runId } = place;
  const live = ctx.use(liveRuns);
  const queue = new Arrivals<string>();
  const unwatch = live.watch(runId, (news) => {
    const writing = news === 'TEXT' && !place.hasSchema ? live.find(runId) : undefined;
    if (writing) queue.push(text.show(writing));
  });
  const isEnough = async ({ status }: { status: string }) =>
    status === 'WAITING' && isWaiting(await readProgramAnswer(ctx, place));
  try {
    yield* queue.until(awaitRun(ctx, { runId, kind: agentRunKind }, { signal, isEnough }));
  } finally {
    unwatch();
  }
}

/**
 * Follows a part of a run until it ends. The run is cancelled when the program leaves before that. Throws `agents.still_running` after nine
 * minutes.
 */
export async function* followAnswer(
  ctx: Ctx,
  place: FollowedPlace,
  signal: AbortSignal,
): AsyncGenerator<ProgramEvent> {
  const text = new ProgramText(place.after);
  const timeUp = AbortSignal.timeout(patienceMs);
  let isSettled = false;
  try {
    const given = { text, signal: AbortSignal.any([signal, timeUp]) };
    for await (const piece of follow(ctx, place, given))
      if (piece !== '') yield { type: 'text', text: piece };
    isSettled = true;
    const answer = await readProgramAnswer(ctx, place);
    for (const each of answer.texts) {
      const piece = text.end(each);
      if (piece !== '') yield { type: 'text', text: piece };
    }
    yield { type: 'end', answer };
  } catch (error) {
    if (!timeUp.aborted || signal.aborted) throw error;
    isSettled = true;
    // The run goes on, so that a repeated request would begin another one.
    throw new AppError('agents.still_running', { runId: place.runId }, { isLasting: true });
  } finally {
    if (!isSettled) await stop(ctx, place.runId);
  }
}
