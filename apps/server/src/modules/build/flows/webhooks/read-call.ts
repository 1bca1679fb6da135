import type { IncomingHttpHeaders } from 'node:http';
import { maxWebhookBytes } from '@atelier/contracts/build/flows/flow-webhooks';
import type { PieceTrigger, WebhookCall } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { bareType, readBody } from '../../../../kernel/http/bodies/read-body.ts';
import { unpackBody } from '../../../../kernel/http/bodies/unpack-body.ts';
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
  /** The network address of the sender. */
  address: string;
  /** The parts of a form that is sent with files; they have no raw body. */
  parts?: (onBytes?: (bytes: Uint8Array) => void) => AsyncIterable<Part>;
}

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
  const type = bareType(headers['content-type']);
  if (bytes.length === 0 || !isFileType(type)) return undefined;
  return receiveBytes(ctx, owner, { bytes, type, disposition: headers['content-disposition'] });
};

/** Several headers of one name are one text, as HTTP says. */
const headersOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/**
 * Reads a request for a flow, without its files. Cookies belong to this site, not to the sender's message, so they are left out. Throws
 * what `readBody` and `unpackBody` throw.
 */
export const readCall = async ({ method, headers, query, rawBody }: Arrived): Promise<WebhookCall> => {
  const { cookie: _ours, ...sent } = headers;
  const contentType = headers['content-type'] ?? '';
  const isFile = isFileType(bareType(contentType));
  const bytes = isFile ? rawBody : await unpackBody(rawBody, headers['content-encoding'], maxWebhookBytes);
  return {
    method,
    headers: cleanInput(headersOf(sent)) as Record<string, string>,
    queryParams: cleanInput(query) as WebhookCall['queryParams'],
    body: isFile ? null : readBody({ bytes, contentType }),
    rawBody,
  };
};
