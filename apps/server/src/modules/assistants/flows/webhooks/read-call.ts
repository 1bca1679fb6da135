import type { IncomingHttpHeaders } from 'node:http';
import { maxWebhookBytes } from '@atelier/contracts/assistants/flows/flow-webhooks';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { PieceTrigger, WebhookCall } from '@atelier/pieces';
import { cleanInput } from '../../../../kernel/base/clean-text.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { bareType, readBody } from '../../../../kernel/http/bodies/read-body.ts';
import { beginBody } from '../../../../kernel/http/bodies/stream-body.ts';
import { unpackStream } from '../../../../kernel/http/bodies/unpack-body.ts';
import type { Part } from '../../../../kernel/module/part.ts';
import { isShownRefusal, shownCall } from '../../../../kernel/rate-limit/refused-calls.ts';
import { startHere } from '../../../../kernel/runs/requests/index.ts';
import { removeFiles } from '../../../content/files/index.ts';
import type { FileOwner } from '../engine/files/file-owner.ts';
import { isFileType, type Received, receiveBytes, receiveParts } from '../engine/files/receive-files.ts';
import { receiveLarge } from '../engine/files/receive-large.ts';
import { type FlowRefusal, flowRefusalType } from '../engine/flow-run-type.ts';
import { mostInHand } from '../engine/large/open-large.ts';

/** A call that does not prove where it comes from is shown as well: its secret or its signature may be set up wrongly. */
const alsoShown = ['flows.unverified'];

/** Shows a call that could not be read or proven in the history of its flow, a few times a minute. */
export const noteRefusal = async (
  ctx: Ctx,
  run: Pick<FlowRefusal, 'flowId' | 'versionId' | 'trigger'>,
  { arriving, error }: { arriving: Arriving; error: unknown },
): Promise<void> => {
  if (!isShownRefusal(ctx, run.flowId, error, alsoShown)) return;
  const { code, message } = error;
  const input: FlowRefusal = {
    ...{ ...run, environment: 'PRODUCTION', payload: { ...shownCall(arriving), body: null } },
    refusal: { code, message },
  };
  const subject = { subjectId: run.flowId, scopeId: run.flowId };
  if ((await startHere(ctx, flowRefusalType, { ...subject, input })) === null) fail('server.internal');
};

type WebhookTrigger = Extract<PieceTrigger, { kind: 'webhook' }>;
/** Judges the bytes of a call as they arrive, before anything is undone. */
export type BodyCheck = NonNullable<ReturnType<NonNullable<WebhookTrigger['verifyBytes']>>>;
type OnBytes = (bytes: Uint8Array) => void;

/** A request as it arrives. */
export interface Arriving {
  method: string;
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  /** The network address of the sender. */
  address: string;
  /** Its body. Throws `request.too_large`. */
  bytes: (onBytes: OnBytes) => AsyncIterable<Uint8Array>;
  /** The parts of a form that is sent with files, in the place of its bytes. */
  parts?: (onBytes: OnBytes) => AsyncIterable<Part>;
}

/** The body of a call, and the files that were stored for it. */
export interface Brought extends Received {
  /** The bytes of a small body as they were sent; empty for others, which `onBytes` has got. */
  rawBody: Buffer;
  keyValues?: Record<string, string>;
}

/** Several headers of one name are one text, as HTTP says. */
const readHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const noBytes = Buffer.alloc(0);

/** Reads what comes before the body of a request. Cookies belong to this site, not to the sender's message, so they are left out. */
export const readCall = ({ method, headers, query }: Arriving): WebhookCall => {
  const { cookie: _ours, ...sent } = headers;
  return {
    method,
    headers: cleanInput(readHeaders(sent)) as Record<string, string>,
    queryParams: cleanInput(query) as WebhookCall['queryParams'],
    body: null,
    rawBody: noBytes,
  };
};

/** Collects the bytes of a call as long as there are few. */
const collecting = (onBytes: OnBytes | undefined) => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  return {
    note(piece: Uint8Array) {
      onBytes?.(piece);
      size += piece.length;
      if (size <= mostInHand) pieces.push(piece);
    },
    bytes: () => (size <= mostInHand ? Buffer.concat(pieces) : noBytes),
  };
};

export interface Bringing {
  arriving: Arriving;
  onBytes?: OnBytes | undefined;
  /** Expressions that are computed of the call where its body is read: those that limit the start of a run. */
  keys?: readonly string[];
}

/**
 * Reads the body of a call: a small one at once; a large one is stored while it arrives, is read in a thread, and something stands for it. Files
 * are stored. Throws what `readBody` and `unpackStream` throw, `flows.too_many_files`, `flows.file_too_large`, `billing.plan_limit` and
 * `storage.full`.
 */
export const bringBody = async (
  ctx: Ctx,
  owner: FileOwner,
  { arriving, onBytes, keys = [] }: Bringing,
): Promise<Brought> => {
  const { headers, parts, bytes } = arriving;
  const sent = collecting(onBytes);
  if (parts) return { ...(await receiveParts(ctx, owner, parts(sent.note))), rawBody: noBytes };
  const contentType = headers['content-type'] ?? '';
  const type = bareType(contentType);
  if (isFileType(type)) {
    const { whole, bytes: all } = await beginBody(bytes(sent.note), 0);
    if (whole) return { body: null, ids: [], rawBody: noBytes };
    const disposition = headers['content-disposition'];
    const received = await receiveBytes(ctx, owner, { bytes: all, type, disposition });
    return { ...received, rawBody: sent.bytes() };
  }
  const unpacked = unpackStream(bytes(sent.note), headers['content-encoding'], maxWebhookBytes);
  const { whole, bytes: all } = await beginBody(unpacked, mostInHand);
  if (whole) return { body: readBody({ bytes: whole, contentType }), ids: [], rawBody: sent.bytes() };
  const call = { ...readCall(arriving), rawBody: undefined };
  return { ...(await receiveLarge(ctx, owner, { bytes: all, contentType, call, keys })), rawBody: noBytes };
};

/** Deletes what was stored of a call that is refused after all. */
export const dropBrought = (ctx: Ctx, { ids }: Pick<Brought, 'ids'>): Promise<void> =>
  ids.length === 0 ? Promise.resolve() : ctx.tx((tx) => removeFiles(tx, ids));

/** The input of a run that a call starts: the call with its body, and the files that came with it. */
export const callInput = ({ rawBody: _bytes, ...call }: WebhookCall, { body, ids, keyValues }: Brought) => ({
  payload: { ...call, body } as JsonValue,
  ...(keyValues && { keyValues }),
  ...(ids.length > 0 && { files: { ids, of: null } }),
});
