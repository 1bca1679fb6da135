import { ConnectorError, documentsOfMessage, type SourceEvent } from '@atelier/connectors';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
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
  /** The content type as the sender stated it. */
  type: string;
}

export interface Received {
  received: number;
  skipped: number;
}

const readable = /^(?:|application\/(?:[\w.+-]+\+)?json|application\/x-www-form-urlencoded|text\/[\w.+-]+)$/;

const textOf = ({ body, type }: Message) => {
  const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (!readable.test(bare)) fail('request.media_type');
  const text = body.toString('utf8').replaceAll('\0', '');
  if (text.trim() === '') fail('sources.hook_empty');
  return { text, type: bare };
};

const bytesOf = (event: SourceEvent): number =>
  event.kind === 'item' ? event.item.file.bytes.byteLength : 0;

const eventsOf = async (ctx: Ctx, message: Message, { settings }: SourceRow): Promise<SourceEvent[]> => {
  const events: SourceEvent[] = [];
  let bytes = 0;
  try {
    for await (const event of documentsOfMessage(recordReader(ctx), textOf(message), settings)) {
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
