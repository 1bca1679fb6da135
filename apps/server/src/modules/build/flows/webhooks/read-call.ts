import type { IncomingHttpHeaders } from 'node:http';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { PieceTrigger, WebhookCall } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { checkJson } from '../../../../kernel/http/check-json.ts';
import { cleanInput } from '../../../../kernel/http/clean-input.ts';
import type { Part } from '../../../../kernel/module/exchange.ts';
import { removeFiles } from '../../../content/files/index.ts';
import type { FileOwner } from '../engine/files/platform-files.ts';
import { isFileType, type Received, receiveBytes, receiveParts } from '../engine/files/receive-files.ts';

type WebhookTrigger = Extract<PieceTrigger, { kind: 'webhook' }>;
/** Judges the bytes of a form as they arrive. */
export type BodyCheck = NonNullable<ReturnType<NonNullable<WebhookTrigger['verifyBytes']>>>;

/** A request as it arrived. */
export interface Arrived {
  method: string;
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  rawBody: Buffer;
  /** The parts of a form that is sent with files; they have no raw body. */
  parts?: (onBytes?: (bytes: Uint8Array) => void) => AsyncIterable<Part>;
}

export const typeOf = (headers: IncomingHttpHeaders): string =>
  (headers['content-type']?.split(';')[0] ?? '').trim().toLowerCase();

/** Stores the files of a form, and deletes them again when its bytes are not those that the caller signed. Throws `flows.unverified`. */
const receiveSigned = async (
  ctx: Ctx,
  owner: FileOwner,
  { parts, signed }: { parts: NonNullable<Arrived['parts']>; signed: BodyCheck },
): Promise<Received> => {
  const received = await receiveParts(
    ctx,
    owner,
    parts((bytes) => signed.update(bytes)),
  );
  if (signed.isGenuine()) return received;
  await ctx.tx((tx) => removeFiles(tx, received.ids));
  return fail('flows.unverified');
};

/** Stores the files of a request. `signed` judges the bytes of a form. Undefined when it has none. Throws `flows.unverified`. */
export const receiveFiles = (
  ctx: Ctx,
  owner: FileOwner,
  { arrived, signed }: { arrived: Arrived; signed?: BodyCheck | undefined },
): Promise<Received> | undefined => {
  const { parts, headers, rawBody: bytes } = arrived;
  if (parts) return signed ? receiveSigned(ctx, owner, { parts, signed }) : receiveParts(ctx, owner, parts());
  const type = typeOf(headers);
  if (bytes.length === 0 || !isFileType(type)) return undefined;
  return receiveBytes(ctx, owner, { bytes, type, disposition: headers['content-disposition'] });
};

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : typeof value === 'string' ? value : '';

const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])),
  );

/** Reads the body by its content type: JSON and forms are parsed, files are left out, everything else is text. Throws `flows.body_unreadable`. */
const readBody = (rawBody: Buffer, type: string): JsonValue => {
  if (rawBody.length === 0 || isFileType(type)) return null;
  const text = rawBody.toString('utf8');
  if (type === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(text);
    const names = [...new Set(form.keys())];
    return Object.fromEntries(
      names.map((name) => [name, form.getAll(name).length > 1 ? form.getAll(name) : (form.get(name) ?? '')]),
    );
  }
  if (!/^application\/([\w.+-]+\+)?json$/.test(type)) return text;
  checkJson(text);
  const parsed = parseJson(text);
  return parsed === undefined ? fail('flows.body_unreadable') : (parsed as JsonValue);
};

/** Reads a request for a flow, without its files. Cookies belong to this site, not to the sender's message, so they are left out. */
export const readCall = ({ method, headers, query, rawBody }: Arrived): WebhookCall => {
  const { cookie: _ours, ...told } = headers;
  const body = cleanInput(readBody(rawBody, typeOf(headers))) as JsonValue;
  return {
    method,
    headers: cleanInput(textsOf(told)) as Record<string, string>,
    queryParams: textsOf(query),
    body,
    rawBody,
  };
};
