import type { Triggered } from '@atelier/contracts/assistants/workers/worker-inputs';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import {
  callerKey,
  createTokenBuckets,
  visitorAllowances,
  waitInWords,
} from '../../../../kernel/rate-limit/rate-limit.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { type NewInput, takeInput } from '../engine/take-input.ts';
import { bindToVisitor, openWorker, visitorRecordId } from '../records/door.ts';
import type { WorkerRow } from '../tables.ts';

const inputs = defineService({ name: 'workers.visitor-inputs', create: () => createTokenBuckets() });

/** A visitor of a public worker, who is counted by their network address, which many may share. */
interface Visitor {
  address: string;
  limits: WorkerRow['visitorLimits'];
}

/** Counts an input of a visitor, for whose work the owner of the worker pays. Throws `workers.visitor_limit`. */
const limitVisitor = (ctx: Ctx, workerId: string, { address, limits }: Visitor): void => {
  if (ctx.services.config.rateLimits.chat === 0) return;
  const verdict = ctx.use(inputs).take(visitorAllowances(workerId, [`from ${callerKey(address)}`], limits));
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new AppError(
    'workers.visitor_limit',
    { retryAfterSeconds },
    {
      message: `You have sent as much as one visitor may. Please wait ${waitInWords(retryAfterSeconds)}, then send more.`,
    },
  );
};

/** The sender of an input, and the worker that gets it. */
export interface Giver {
  ctx: Ctx;
  /** Null for everybody who is no visitor. */
  visitor: Visitor | null;
  workerId: string;
}

/** Opens a worker for whoever calls from an address. Throws what `openWorker` throws. */
export const giverTo = async (anonymous: Anonymous, workerId: string, address: string): Promise<Giver> => {
  const { ctx, isVisitor, worker } = await openWorker(anonymous, workerId);
  return { ctx, workerId, visitor: isVisitor ? { address, limits: worker.visitorLimits } : null };
};

/**
 * Takes an input of a caller. `prepare` completes it in the transaction that makes the record, for example with the rows of its files. A visitor
 * gets an unguessable id in the place of that of the record. Throws `workers.not_found`, `workers.deactivated` and `workers.visitor_limit`.
 */
export const takeFrom = async (
  { ctx, visitor, workerId }: Giver,
  prepare: (tx: TxCtx) => Promise<NewInput>,
): Promise<Triggered> => {
  if (visitor) limitVisitor(ctx, workerId, visitor);
  const visitorId = visitor ? visitorRecordId(workerId, newToken('rec')) : null;
  const visitorKeyHash = visitorId && hashToken(visitorId);
  const taken = await ctx.tx(async (tx) => {
    const given = await prepare(tx);
    if (visitorKeyHash) await bindToVisitor(tx, visitorKeyHash);
    // A key that a visitor sends is not looked up, so that nobody learns of the inputs of others.
    const input = visitor ? { ...given, inputKey: null, visitorKeyHash } : given;
    const made = await takeInput(tx, workerId, input);
    if ('record' in made && made.isNew)
      await tx.audit('workers.triggered', workerId, { recordId: made.record.id });
    // Rolls back what `prepare` has stored.
    if ('refused' in made) fail(made.refused === 'GONE' ? 'workers.not_found' : 'workers.deactivated');
    return made;
  });
  if ('refused' in taken) return fail('workers.not_found');
  const { record } = taken;
  return {
    recordId: visitorId ?? record.id,
    name: record.name,
    status: record.status,
    currentDate: record.momentDate,
    currentTime: record.momentTime,
  };
};
