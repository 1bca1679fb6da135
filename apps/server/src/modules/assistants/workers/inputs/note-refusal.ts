import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { isShownRefusal, type OutsideCall, shownCall } from '../../../../kernel/rate-limit/refused-calls.ts';
import { recordRepository } from '../records/repository.ts';

const keptDays = 30;

const describe = (call: OutsideCall): string => {
  const { method, headers, bytes, address } = shownCall(call);
  const lines = [
    `${method} from ${address}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(bytes === null ? [] : [`${bytes} bytes`]),
  ];
  return lines.join('\n');
};

/** Shows a call that could not be read among the records of its worker, a few times a minute. Nothing works on it. */
export const noteRefusal = async (
  ctx: Ctx,
  workerId: string,
  { call, error }: { call: OutsideCall; error: unknown },
): Promise<void> => {
  if (!isShownRefusal(ctx, workerId, error)) return;
  const { code, message } = error;
  const now = ctx.now();
  await ctx.tx(async (tx) => {
    const recordId = newId('rec');
    await recordRepository.forgetRefused(tx.db, workerId, keptDays);
    await recordRepository.insert(tx.db, {
      ...{ id: recordId, workerId, name: 'Refused call', inputKind: 'WEBHOOK' },
      input: { value: describe(call) },
      momentDate: now.toISOString().slice(0, 10),
      momentTime: now.toISOString().slice(11, 19),
      ...{ status: 'FAILED', stage: 'REFUSED', cause: { code, message }, endedAt: now },
    });
    await tx.audit('workers.call_refused', workerId, { recordId });
  });
};
