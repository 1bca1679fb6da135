import type { Uploaded } from '@atelier/contracts/build/workers/worker-inputs';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { fail } from '../../../../kernel/base/errors.ts';
import { checkJson } from '../../../../kernel/http/check-json.ts';
import { cleanInput } from '../../../../kernel/http/clean-input.ts';
import type { Anonymous, Exchange } from '../../../../kernel/module/exchange.ts';
import { workerRepository } from '../repository.ts';
import { takeParts } from './take-files.ts';
import type { Giver } from './take-from.ts';
import { takeFrom } from './take-from.ts';

const typeOf = (type: string | undefined): string => (type?.split(';')[0] ?? '').trim().toLowerCase();

/** Returns the body as the agent reads it: JSON in lines of its own, everything else as it was sent. */
const textOf = (body: string, type: string): string => {
  if (!/^application\/([\w.+-]+\+)?json$/.test(type)) return body;
  checkJson(body);
  const value = parseJson(body);
  return value === undefined ? body : JSON.stringify(value, null, 2);
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
  const { headers, rawBody } = http;
  const giver = await openInput(anonymous, inputId);
  const given = headers['idempotency-key'];
  const key = typeof given === 'string' && given !== '' ? `webhook/${inputId}/${given.slice(0, 200)}` : null;
  const type = typeOf(headers['content-type']);
  if (type === 'multipart/form-data')
    return takeParts(() => Promise.resolve(giver), http.parts(), { inputKind: 'WEBHOOK', key });
  const input = String(cleanInput(textOf(rawBody.toString('utf8'), type))).trim();
  if (input === '') return fail('workers.input_missing');
  const record = await takeFrom(giver, () =>
    Promise.resolve({ inputKind: 'WEBHOOK', inputKey: key, input, name: '' }),
  );
  return { records: [record], refused: [] };
};
