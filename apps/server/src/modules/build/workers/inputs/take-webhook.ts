import { type Uploaded, webhookBytes } from '@atelier/contracts/build/workers/worker-inputs';
import { fail } from '../../../../kernel/base/errors.ts';
import { bareType, readBody } from '../../../../kernel/http/bodies/read-body.ts';
import { unpackBody } from '../../../../kernel/http/bodies/unpack-body.ts';
import type { Anonymous, Exchange } from '../../../../kernel/module/exchange.ts';
import { workerRepository } from '../repository.ts';
import { takeParts } from './take-files.ts';
import type { Giver } from './take-from.ts';
import { takeFrom } from './take-from.ts';

/** Returns the body as the agent reads it: values in lines of their own, a text as it was sent. Throws what `readBody` throws. */
const textOf = async ({ headers, rawBody }: Http): Promise<string> => {
  const contentType = headers['content-type'] ?? '';
  const bytes = await unpackBody(rawBody, headers['content-encoding'], webhookBytes);
  // An agent reads the fields of a form as they were sent.
  const isForm = bareType(contentType) === 'application/x-www-form-urlencoded';
  const value = readBody({
    bytes,
    contentType: isForm ? contentType.replace(/^[^;]*/, 'text/plain') : contentType,
  });
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value, null, 2);
};

const openInput = async (anonymous: Anonymous, inputId: string): Promise<Giver> => {
  const tenantId = (await anonymous.tenantOf(inputId)) ?? fail('workers.link_not_found');
  const ctx = anonymous.forTenant(tenantId, { kind: 'system', name: 'workers.webhook' });
  const input = await ctx.tx(({ db }) => workerRepository.findInput(db, inputId));
  if (input?.kind !== 'WEBHOOK') return fail('workers.link_not_found');
  return { ctx, visitor: null, workerId: input.workerId };
};

type Http = Pick<Exchange, 'headers' | 'rawBody' | 'parts'>;

/** Makes a record of a request, or of each of its files. Throws `workers.link_not_found`, `workers.deactivated` and `workers.input_missing`. */
export const takeWebhook = async (anonymous: Anonymous, inputId: string, http: Http): Promise<Uploaded> => {
  const { headers } = http;
  const giver = await openInput(anonymous, inputId);
  const given = headers['idempotency-key'];
  const key = typeof given === 'string' && given !== '' ? `webhook/${inputId}/${given.slice(0, 200)}` : null;
  if (bareType(headers['content-type']) === 'multipart/form-data')
    return takeParts(() => Promise.resolve(giver), http.parts(), { inputKind: 'WEBHOOK', key });
  const input = (await textOf(http)).trim();
  if (input === '') return fail('workers.input_missing');
  const record = await takeFrom(giver, () =>
    Promise.resolve({ inputKind: 'WEBHOOK', inputKey: key, input, name: '' }),
  );
  return { records: [record], refused: [] };
};
