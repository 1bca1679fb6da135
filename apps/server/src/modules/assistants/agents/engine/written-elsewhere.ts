import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { GrowingText } from '../../../../kernel/base/growing-text.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Writing } from './live-runs.ts';

/** The live topic on which the reader of a run asks for what its model is writing in another process. */
const wishTopic = 'agents.writing-wished';
/** The live topic on which the pieces are sent. */
const pieceTopic = 'agents.writing';

const kinds = ['thinking', 'text'] as const;

/** A reader that has nothing of the turn yet, or lost a piece, wishes for all of it again. */
const Wish = z.object({ runId: z.string(), isNew: z.boolean() });
const Piece = z.object({
  runId: z.string(),
  /** Identifies one attempt of a turn. */
  attempt: z.string(),
  turn: z.number(),
  kind: z.enum(kinds),
  from: z.number(),
  text: z.string(),
});
type Piece = z.infer<typeof Piece>;

/** Readers wish this often, and are sent pieces until the last wish is so old. */
const wishEveryMs = 1500;
const wishHoldsMs = 5000;
/** Pieces are sent this often, at most so many at once, each of so many characters, because a message to PostgreSQL has at most 8,000 bytes. */
const sendEveryMs = 300;
const mostPieces = 5;
const longestPiece = 800;

const send = async (ctx: Ctx, topic: string, ids: readonly string[]): Promise<void> => {
  await ctx
    .tx((tx) => tx.signalAll(topic, ids))
    .catch((error: unknown) => ctx.log.debug({ err: error, topic }, 'a text for readers was not passed on'));
};

/** Returns the next pieces that were not sent, and counts them as sent. */
const takePieces = (writing: Writing, sent: Record<(typeof kinds)[number], number>) => {
  const pieces: Pick<Piece, 'turn' | 'kind' | 'from' | 'text'>[] = [];
  for (const kind of kinds) {
    const unsent = writing[kind].from(sent[kind]);
    for (let at = 0; at < unsent.length && pieces.length < mostPieces; at += longestPiece) {
      const text = unsent.slice(at, at + longestPiece);
      pieces.push({ turn: writing.turn, kind, from: sent[kind], text });
      sent[kind] += text.length;
    }
  }
  return pieces;
};

/**
 * Passes on what the model writes in this process to readers in others, for as long as one of them wishes it. Without a wish nothing is sent.
 * Returns the function that ends it.
 */
export const shareWriting = (
  ctx: Ctx,
  { runId, attempt, find }: { runId: string; attempt: string; find: () => Writing | undefined },
): (() => void) => {
  let sent = { thinking: 0, text: 0 };
  let wishedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const pass = async (): Promise<void> => {
    const writing = find();
    if (performance.now() - wishedAt > wishHoldsMs || !writing) return stop();
    const pieces = takePieces(writing, sent).map((piece) => JSON.stringify({ runId, attempt, ...piece }));
    if (pieces.length > 0) await send(ctx, pieceTopic, pieces);
    if (timer !== undefined) timer = setTimeout(() => void pass(), sendEveryMs);
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const unsubscribe = ctx.services.live.subscribe(ctx.tenantId, wishTopic, (id) => {
    const wish = id === '' ? undefined : Wish.parse(parseJson(id));
    if (wish?.runId !== runId) return;
    wishedAt = performance.now();
    if (wish.isNew) sent = { thinking: 0, text: 0 };
    timer ??= setTimeout(() => void pass(), 0);
  });
  return () => {
    unsubscribe();
    stop();
  };
};

/** The text that the model of a run is writing in another process, as one reader in this process knows it. */
export class WrittenElsewhere {
  #attempt = '';
  #writing: Writing | undefined;
  #clock: NodeJS.Timeout | undefined;
  readonly #ctx: Ctx;
  readonly #runId: string;
  readonly #unsubscribe: () => void;

  /** `onMore` is called when there is more to read. */
  constructor(ctx: Ctx, runId: string, onMore: () => void) {
    this.#ctx = ctx;
    this.#runId = runId;
    this.#unsubscribe = ctx.services.live.subscribe(ctx.tenantId, pieceTopic, (id) => {
      const piece = id === '' ? undefined : Piece.parse(parseJson(id));
      if (piece?.runId === runId && this.#clock !== undefined && this.#take(piece)) onMore();
    });
  }

  get writing(): Writing | undefined {
    return this.#writing;
  }

  /** Says whether the run is worked on in another process now. */
  follow(isElsewhere: boolean): void {
    if (!isElsewhere) return this.#pause();
    if (this.#clock !== undefined) return;
    this.#clock = setInterval(() => this.#wish(this.#writing === undefined), wishEveryMs);
    this.#wish(true);
  }

  stop(): void {
    this.#pause();
    this.#unsubscribe();
  }

  #pause(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
    this.#writing = undefined;
  }

  #wish(isNew: boolean): void {
    void send(this.#ctx, wishTopic, [JSON.stringify({ runId: this.#runId, isNew })]);
  }

  /** Returns true when the piece had something new. */
  #take({ attempt, turn, kind, from, text }: Piece): boolean {
    if (attempt !== this.#attempt || !this.#writing) {
      this.#attempt = attempt;
      this.#writing = { turn, thinking: new GrowingText(), text: new GrowingText() };
    }
    const known = this.#writing[kind].length;
    if (from > known) {
      this.#wish(true);
      return false;
    }
    const more = text.slice(known - from);
    this.#writing[kind].add(more);
    return more !== '';
  }
}
