import { Readable } from 'node:stream';
import { type Uploaded, webhookBytes } from '@atelier/contracts/assistants/workers/worker-inputs';
import { fail } from '../../../../kernel/base/errors.ts';
import { bodyFileName } from '../../../../kernel/http/bodies/body-file-name.ts';
import { bareType, readBody } from '../../../../kernel/http/bodies/read-body.ts';
import { beginBody } from '../../../../kernel/http/bodies/stream-body.ts';
import { unpackStream } from '../../../../kernel/http/bodies/unpack-body.ts';
import type { Anonymous, Exchange, Part } from '../../../../kernel/module/exchange.ts';
import { workerRepository } from '../repository.ts';
import { noteRefusal } from './note-refusal.ts';
import { takeParts } from './take-files.ts';
import type { Giver } from './take-from.ts';
import { takeFrom } from './take-from.ts';

/** A larger body becomes a file of the record: a model could not read it at once, and agents search in files. */
const longestText = 256 * 1024;

/** Returns the body as the agent reads it: values in lines of their own, a text as it was sent. Throws what `readBody` throws. */
const textOf = (bytes: Uint8Array, contentType: string): string => {
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
  const tenantId = (await anonymous.tenantOf(inputId)) ?? fail('workers.link_not_found');
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
  const input = textOf(whole, contentType).trim();
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
