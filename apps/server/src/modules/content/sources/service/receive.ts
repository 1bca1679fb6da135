import { ConnectorError, documentsOfMessage, type SourceEvent } from '@atelier/connectors';
import { hookBytes } from '@atelier/contracts/content/sources/sources';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { charsetOf, decodeText } from '../../../../kernel/http/bodies/decode-text.ts';
import { bareType, isJsonLinesType, isJsonType, readBody } from '../../../../kernel/http/bodies/read-body.ts';
import { readForm } from '../../../../kernel/http/bodies/read-form.ts';
import { unpackBody } from '../../../../kernel/http/bodies/unpack-body.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { findTenant } from '../../../account/tenancy/index.ts';
import { fittingId } from '../items/items.ts';
import { writeBatch } from '../items/write-batch.ts';
import { itemRepository } from '../repository/items.ts';
import { sourceRepository } from '../repository/sources.ts';
import type { SourceRow } from '../tables.ts';
import { isSecret, readToken } from './hook.ts';
import { recordReader } from './open-input.ts';

/** The most documents of one message, and the most bytes of all of them. A template may repeat the input. */
const most = { documents: 500, documentBytes: 32 * 1024 * 1024 };

/** A message to an inbound address. */
export interface Message {
  body: Buffer;
  /** The content type and the content encoding as the sender stated them. */
  type: string;
  encoding: string | undefined;
}

export interface Received {
  received: number;
  skipped: number;
}

const formType = 'application/x-www-form-urlencoded';
const isReadable = (type: string): boolean =>
  type === '' ||
  type === formType ||
  /^text\/[\w.+-]+$/.test(type) ||
  isJsonType(type) ||
  isJsonLinesType(type);

const textIn = (bytes: Uint8Array, type: string): { text: string; type: string } => {
  const bare = bareType(type);
  if (bare === formType) {
    const fields = Object.entries(readForm(bytes, charsetOf(type) ?? 'utf-8'));
    const pairs = fields.flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    return { text: new URLSearchParams(pairs).toString(), type: bare };
  }
  if (isJsonLinesType(bare))
    return { text: JSON.stringify(readBody({ bytes, contentType: type })), type: 'application/json' };
  return { text: decodeText(bytes, type).replaceAll('\0', ''), type: bare };
};

/** Throws `request.media_type`, `sources.hook_empty`, and what `unpackBody` and `decodeText` throw. */
const textOf = async ({ body, type, encoding }: Message): Promise<{ text: string; type: string }> => {
  if (!isReadable(bareType(type))) fail('request.media_type');
  const read = textIn(await unpackBody(body, encoding, hookBytes), type);
  if (read.text.trim() === '') fail('sources.hook_empty');
  return read;
};

const bytesOf = (event: SourceEvent): number =>
  event.kind === 'item' ? event.item.file.bytes.byteLength : 0;

const eventsOf = async (ctx: Ctx, message: Message, { settings }: SourceRow): Promise<SourceEvent[]> => {
  const events: SourceEvent[] = [];
  let bytes = 0;
  const sent = await textOf(message);
  try {
    for await (const event of documentsOfMessage(recordReader(ctx), sent, settings)) {
      bytes += bytesOf(event);
      if (events.push(event) > most.documents || bytes > most.documentBytes) fail('sources.hook_too_large');
    }
    return events;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code === 'sources.too_large') fail('sources.hook_too_large');
    throw new AppError('sources.hook_unreadable', undefined, { message: error.message, cause: error });
  }
};

const itemsOf = (events: readonly SourceEvent[]) =>
  events.flatMap((event) => (event.kind === 'item' ? [event.item] : []));

const checkRoom = async (ctx: Ctx, source: SourceRow, events: readonly SourceEvent[]): Promise<void> => {
  const ids = new Set(itemsOf(events).map(({ externalId }) => fittingId(externalId)));
  const [known, hooked] = await ctx.tx((tx) =>
    Promise.all([
      itemRepository.listKnown(tx.db, source.id, [...ids]),
      itemRepository.countHooked(tx.db, source.id),
    ]),
  );
  if (hooked + ids.size - known.length > source.maxItems) fail('sources.hook_full');
};

/** Returns the context and the source of a token. Every invalid token results in the same error. */
const authenticate = async (
  anonymous: Anonymous,
  token: string,
): Promise<{ ctx: Ctx; source: SourceRow }> => {
  const { tenantId, sourceId, secret } = readToken(token) ?? fail('sources.hook_not_found');
  const tenant = await anonymous.globally((db) => findTenant(db, tenantId));
  const ctx = anonymous.forTenant(tenantId, { kind: 'system', name: 'sources.hook' });
  const found = await ctx.tx((tx) => sourceRepository.find(tx.db, sourceId));
  const isRight = isSecret(secret, found?.source.hookHash ?? null);
  if (!isRight || !found?.source.hookOn || tenant?.status !== 'ACTIVE') return fail('sources.hook_not_found');
  return { ctx, source: found.source };
};

/**
 * Receives documents from another program. When it returns, the documents are stored and queued. Sending the same document
 * again does not duplicate it. Throws `sources.hook_not_found`, `sources.hook_too_large`, `sources.hook_empty`,
 * `sources.hook_unreadable`, `sources.hook_full`, `request.media_type`, `billing.plan_limit`, `storage.full`.
 */
export const receiveMessage = async (
  anonymous: Anonymous,
  token: string,
  message: Message,
): Promise<Received> => {
  const { ctx, source } = await authenticate(anonymous, token);
  const events = await eventsOf(ctx, message, source);
  await checkRoom(ctx, source, events);
  const items = itemsOf(events);
  const skipped = events.flatMap((event) => (event.kind === 'skipped' ? [event] : []));
  const origin = { sourceId: source.id, syncId: source.runId ?? '', origin: 'HOOK' as const };
  const counts = { received: items.length, skipped: skipped.length };
  await writeBatch(
    ctx,
    {
      source,
      origin,
      commit: (work) =>
        ctx.tx(async (tx) => {
          await work(tx);
          await tx.audit('sources.hook_received', source.id, counts);
        }),
    },
    { items, skipped, unchanged: [] },
  );
  return counts;
};
