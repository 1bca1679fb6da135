import type { Triggered } from '@atelier/contracts/build/workers/worker-inputs';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { type NewInput, takeInput } from '../engine/take-input.ts';
import { bindToVisitor, visitorRecordId } from '../records/door.ts';

/** Who gives an input, and to which worker. */
export interface Giver {
  ctx: Ctx;
  isVisitor: boolean;
  workerId: string;
}

/**
 * Takes an input of a caller. `prepare` completes it in the transaction that makes the record, for example with the rows of its files. A visitor
 * gets an unguessable id in the place of that of the record. Throws `workers.not_found` and `workers.deactivated`.
 */
export const takeFrom = async (
  { ctx, isVisitor, workerId }: Giver,
  prepare: (tx: TxCtx) => Promise<NewInput>,
): Promise<Triggered> => {
  const visitorId = isVisitor ? visitorRecordId(workerId, newToken('rec')) : null;
  const visitorKeyHash = visitorId && hashToken(visitorId);
  const taken = await ctx.tx(async (tx) => {
    const given = await prepare(tx);
    if (visitorKeyHash) await bindToVisitor(tx, visitorKeyHash);
    // A key that a visitor sends is not looked up, so that nobody learns of the inputs of others.
    const input = isVisitor ? { ...given, inputKey: null, visitorKeyHash } : given;
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
