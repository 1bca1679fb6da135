import type { workerRecords } from '@atelier/contracts/build/workers/worker-records';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { type NewInput, takeInput } from '../../engine/take-input.ts';
import { bindToVisitor, openWorker, visitorRecordId } from '../door.ts';

type Body = RequestOf<(typeof workerRecords.endpoints)['trigger']>['body'];

/** Takes an input of a caller. A visitor gets an unguessable id in the place of that of the record. Throws `workers.deactivated`. */
export const takeFrom = async (
  { ctx, isVisitor, workerId }: { ctx: Ctx; isVisitor: boolean; workerId: string },
  input: NewInput,
) => {
  const visitorId = isVisitor ? visitorRecordId(workerId, newToken('rec')) : null;
  // The key of a visitor counts among their own only, so that nobody learns of the inputs of others.
  const inputKey = isVisitor ? null : input.inputKey;
  const visitorKeyHash = visitorId && hashToken(visitorId);
  const taken = await ctx.tx(async (tx) => {
    if (visitorKeyHash) await bindToVisitor(tx, visitorKeyHash);
    const made = await takeInput(tx, workerId, { ...input, inputKey, visitorKeyHash });
    if ('record' in made && made.isNew)
      await tx.audit('workers.triggered', workerId, { recordId: made.record.id });
    return made;
  });
  if ('refused' in taken) return fail(taken.refused === 'GONE' ? 'workers.not_found' : 'workers.deactivated');
  const { record } = taken;
  return {
    recordId: visitorId ?? record.id,
    status: record.status,
    currentDate: record.momentDate,
    currentTime: record.momentTime,
  };
};

/** Gives a worker something to work on. Throws `workers.not_found`, `workers.link_not_found`, `workers.deactivated` and `workers.input_missing`. */
export const triggerWorker = async (anonymous: Anonymous, body: Body) => {
  const { workerId, input, name = '', idempotencyKey, currentDate, currentTime } = body;
  const { ctx, isVisitor } = await openWorker(anonymous, workerId);
  const text = typeof input === 'string' ? input : JSON.stringify(input, null, 2);
  if (text === '' || text === '{}') return fail('workers.input_missing');
  const inputKey = idempotencyKey ? `api/${idempotencyKey}` : null;
  const moment = { date: currentDate, time: currentTime };
  return takeFrom({ ctx, isVisitor, workerId }, { inputKind: 'API', inputKey, input: text, name, ...moment });
};
