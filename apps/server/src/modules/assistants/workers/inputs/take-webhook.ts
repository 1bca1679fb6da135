import { Readable } from 'node:stream';
import { type Uploaded, webhookBytes } from '@atelier/contracts/assistants/workers/worker-inputs';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { bareType, readBody } from '../../../../kernel/http/bodies/read-body.ts';
import { beginBody, bodyFileName } from '../../../../kernel/http/bodies/stream-body.ts';
import { unpackStream } from '../../../../kernel/http/bodies/unpack-body.ts';
import type { Anonymous, Exchange } from '../../../../kernel/module/exchange.ts';
import type { Part } from '../../../../kernel/module/part.ts';
import { isShownRefusal, type OutsideCall, shownCall } from '../../../../kernel/rate-limit/refused-calls.ts';
import { recordRepository } from '../records/repository.ts';
import { workerRepository } from '../repository.ts';
import { takeParts } from './take-files.ts';
import { type Giver, takeFrom } from './take-from.ts';

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
const noteRefusal = async (
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

/** A larger body becomes a file of the record: a model could not read it at once, and agents search in files. */
const longestText = 256 * 1024;

/** Returns the body as the agent reads it: values in lines of their own, a text as it was sent. Throws what `readBody` throws. */
const readBodyText = (bytes: Uint8Array, contentType: string): string => {
  // An agent reads the fields of a form as they were sent.
  const isForm = bareType(contentType) === 'application/x-www-form-urlencoded';
  const value = readBody({
    bytes,
    contentType: isForm ? contentType.replace(/^[^;]*/, 'text/plain') : contentType,
  });
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value, null, 2);
};

async function* asPart(bytes: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<Part> {
  yield {
    ...{ kind: 'file', name: 'body', filename: bodyFileName(contentType), mimeType: contentType },
    stream: Readable.from(bytes, { objectMode: false }),
    truncated: () => false,
  };
}

const openInput = async (anonymous: Anonymous, inputId: string): Promise<Giver> => {
  const tenantId = (await anonymous.findOwnerTenant(inputId)) ?? fail('workers.link_not_found');
  const ctx = anonymous.forTenant(tenantId, { kind: 'system', name: 'workers.webhook' });
  const input = await ctx.tx(({ db }) => workerRepository.findInput(db, inputId));
  if (input?.kind !== 'WEBHOOK') return fail('workers.link_not_found');
  return { ctx, visitor: null, workerId: input.workerId };
};

type Http = Pick<Exchange, 'headers' | 'bytes' | 'parts' | 'address'>;

const takeCall = async (giver: Giver, inputId: string, http: Http): Promise<Uploaded> => {
  const { headers } = http;
  const given = headers['idempotency-key'];
  const key = typeof given === 'string' && given !== '' ? `webhook/${inputId}/${given.slice(0, 200)}` : null;
  if (bareType(headers['content-type']) === 'multipart/form-data')
    return takeParts(() => Promise.resolve(giver), http.parts(), { inputKind: 'WEBHOOK', key });
  const contentType = headers['content-type'] ?? '';
  const sent = unpackStream(http.bytes(), headers['content-encoding'], webhookBytes);
  const { whole, bytes } = await beginBody(sent, longestText);
  if (!whole)
    return takeParts(() => Promise.resolve(giver), asPart(bytes, contentType), { inputKind: 'WEBHOOK', key });
  const input = readBodyText(whole, contentType).trim();
  if (input === '') return fail('workers.input_missing');
  const record = await takeFrom(giver, () =>
    Promise.resolve({ inputKind: 'WEBHOOK', inputKey: key, input, name: '' }),
  );
  return { records: [record], refused: [] };
};

/**
 * Makes a record of a request, or of each of its files. Throws `workers.link_not_found`, `workers.deactivated`, `workers.input_missing`, and
 * what `readBody` and `unpackStream` throw.
 */
export const takeWebhook = async (anonymous: Anonymous, inputId: string, http: Http): Promise<Uploaded> => {
  const giver = await openInput(anonymous, inputId);
  try {
    return await takeCall(giver, inputId, http);
  } catch (error) {
    const { headers, address } = http;
    await noteRefusal(giver.ctx, giver.workerId, { call: { method: 'POST', headers, address }, error });
    throw error;
  }
};
