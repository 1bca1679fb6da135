import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../kernel/context/define-job.ts';
import { createFiles } from '../../../content/files/index.ts';
import { takeInput } from '../engine/take-input.ts';
import { recordRepository } from '../records/repository.ts';
import { workerRepository } from '../repository.ts';
import type { WorkerInputRow } from '../tables.ts';
import type { InputReader, Look, Looked, LookedInput } from './input-reader.ts';
import { type lookJob, orderLook } from './look-job.ts';
import { inputReaderFor } from './readers.ts';

/** The time after which another process may look in the place of one that does not come back, and how often a claim is renewed. */
const claimMs = { lasts: 30_000, renewed: 10_000 };
const longestLookMs = 5 * 60_000;
/** The shortest and the longest pause after a failure. */
const pause = { first: 60_000, longest: 6 * 3600_000 };

type AnyReader = InputReader<WorkerInputRow['kind']>;

interface Claim {
  row: WorkerInputRow;
  reader: AnyReader;
  /** The time for which the look was ordered. */
  at: Date;
  until: Date;
}

/** Claims the look for this process, which others see by its next time. Undefined when it was ordered for another time or the worker takes nothing. */
const claim = (ctx: Ctx, { inputId, at }: InputOf<typeof lookJob>): Promise<Claim | undefined> =>
  ctx.tx(async (tx) => {
    const row = await workerRepository.lockInput(tx.db, inputId);
    if (!row || row.nextAt?.toISOString() !== at) return undefined;
    const worker = await workerRepository.find(tx.db, row.workerId);
    const reader = inputReaderFor(row.kind);
    if (worker?.status !== 'ACTIVE' || !reader) {
      await orderLook(tx, inputId, null);
      return undefined;
    }
    const until = new Date(tx.now().getTime() + claimMs.lasts);
    await orderLook(tx, inputId, until);
    return { row, reader, at: new Date(at), until };
  });

/** Renews a claim, unless somebody else has changed when the next look comes. */
const renew = (ctx: Ctx, held: Claim): Promise<void> =>
  ctx.tx(async (tx) => {
    if (!isOwn(await workerRepository.lockInput(tx.db, held.row.id), held)) return;
    const until = new Date(tx.now().getTime() + claimMs.lasts);
    await orderLook(tx, held.row.id, until);
    held.until = until;
  });

/** Holds a claim while something is read. A look of a killed server is thus made up for within seconds. */
const whileHeld = async <T>(ctx: Ctx, held: Claim, read: () => Promise<T>): Promise<T> => {
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    // A claim that cannot be renewed is lost, which the end of the look notices.
    renewing = renewing.then(() => renew(ctx, held)).catch(() => undefined);
  }, claimMs.renewed);
  try {
    return await read();
  } finally {
    clearInterval(timer);
    await renewing;
  }
};

const isOwn = (row: WorkerInputRow | undefined, { until }: Claim): row is WorkerInputRow =>
  row?.nextAt?.getTime() === until.getTime();

/** Takes an input with its files. Those of an input that was taken before get no rows, so that they are swept. */
const takeOnce = async (tx: TxCtx, workerId: string, { uploads, ...input }: LookedInput): Promise<void> => {
  if (!uploads) return void (await takeInput(tx, workerId, input));
  if (await recordRepository.findByKey(tx.db, workerId, input.inputKey)) return;
  await takeInput(tx, workerId, { ...input, fileIds: await createFiles(tx, uploads) });
};

/** Makes the records of a look. Does nothing when another process has looked meanwhile, or the worker was paused. */
const keep = (ctx: Ctx, held: Claim, { inputs, state, hasMore }: Looked): Promise<boolean> =>
  ctx.tx(async (tx) => {
    const { id, workerId, settings } = held.row;
    const row = await workerRepository.lockInput(tx.db, id);
    if (!isOwn(row, held)) return false;
    for (const input of inputs) await takeOnce(tx, workerId, input);
    await workerRepository.noteLook(tx.db, id, { state, cause: null });
    // The clock of the database, by which looks are due, may be ahead of ours. The same time must not come again then.
    const after = tx.now() > held.at ? tx.now() : held.at;
    await orderLook(tx, id, hasMore ? tx.now() : held.reader.nextAt(settings, after));
    return true;
  });

const noteFailure = async (tx: TxCtx, held: Claim, error: AppError): Promise<void> => {
  const row = await workerRepository.lockInput(tx.db, held.row.id);
  if (!isOwn(row, held)) return;
  const since = row.lookedAt ? tx.now().getTime() - row.lookedAt.getTime() : 0;
  const wait = Math.min(Math.max(since, pause.first), pause.longest);
  const { code, message } = error;
  await workerRepository.noteFailure(tx.db, row.id, { code, message });
  await orderLook(tx, row.id, new Date(tx.now().getTime() + wait));
};

/**
 * Looks at an input, and makes a record of everything that has come. The job may be repeated, and several processes may have it: each input is
 * taken once, by its key. A failure is shown at the input, and looked at again later.
 */
export const lookAtInput = async (ctx: Ctx, order: InputOf<typeof lookJob>): Promise<void> => {
  const held = await claim(ctx, order);
  if (!held) return;
  const { row, reader } = held;
  const { id: inputId, workerId, settings, state, setAt } = row;
  const signal = AbortSignal.timeout(longestLookMs);
  const look: Look<WorkerInputRow['kind']> = {
    ...{ inputId, workerId, settings, setAt, state, at: order.at, signal },
  };
  try {
    const looked = await whileHeld(ctx, held, () => reader.read(ctx, look));
    if (await keep(ctx, held, looked)) await reader.settle?.(ctx, look, looked.state);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await ctx.tx((tx) => noteFailure(tx, held, error));
  }
};
