import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SourceEvent, SourceItem } from '@atelier/connectors';
import { hookBytes } from '@atelier/contracts/content/sources/sources';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { bareType, isJsonLinesType, isJsonType } from '../../../../kernel/http/bodies/read-body.ts';
import { unpackStream } from '../../../../kernel/http/bodies/unpack-body.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { isShownRefusal } from '../../../../kernel/rate-limit/refused-calls.ts';
import { findTenant } from '../../../account/tenancy/index.ts';
import { formType, message } from '../computations.ts';
import { fittingId, type Skipped } from '../items/items.ts';
import { writeBatch } from '../items/write-batch.ts';
import { itemRepository, refusedMessage } from '../repository/items.ts';
import { sourceRepository } from '../repository/sources.ts';
import type { SourceRow } from '../tables.ts';
import { sourceTopic } from '../topic.ts';
import { lockSourceRow } from './reads.ts';

/** The token of an inbound address: the source that it belongs to, and a secret that permits sending. */
interface HookToken {
  tenantId: string;
  sourceId: string;
  secret: string;
}

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const readToken = (token: string): HookToken | undefined => {
  const [tenantId, sourceId, secret, ...rest] = token.split('.');
  return tenantId && sourceId && secret && rest.length === 0 ? { tenantId, sourceId, secret } : undefined;
};

/** Compares a secret with its hash in constant time. */
const isSecret = (secret: string, hash: string | null): boolean =>
  timingSafeEqual(hashSecret(secret), hash === null ? Buffer.alloc(32) : Buffer.from(hash, 'hex')) &&
  hash !== null;

interface HookChange {
  isOn: boolean;
  /** When true, creates a new address and invalidates the old one. */
  renew: boolean;
  origin: string;
}

/**
 * Switches the inbound address of a source on or off. The address is returned only once, when it is created. Throws
 * `sources.source_not_found` and `sources.no_hook`.
 */
export const setHook = (
  ctx: AnyCtx,
  id: string,
  { isOn, renew, origin }: HookChange,
): Promise<{ isOn: boolean; address: string | null }> =>
  ctx.tx(async (tx) => {
    const { source } = await lockSourceRow(tx, id);
    if (source.type !== 'WEBHOOK') fail('sources.no_hook');
    const isNew = renew || (isOn && source.hookHash === null);
    const secret = randomBytes(32).toString('base64url');
    await sourceRepository.update(tx.db, id, {
      hookOn: isOn,
      ...(isNew ? { hookHash: hashSecret(secret).toString('hex') } : {}),
    });
    await tx.audit('sources.hook_changed', id, { isOn, isNew });
    await tx.signal(sourceTopic(source.knowledgeBaseId), id);
    const address = `${origin}/api/import/hooks/${tx.tenantId}.${id}.${secret}`;
    return { isOn, address: isNew ? address : null };
  });

/** A message to an inbound address. */
interface Message {
  /** Its body, as it arrives. */
  bytes: AsyncIterable<Uint8Array>;
  /** The content type and the content encoding as the sender stated them. */
  type: string;
  encoding: string | undefined;
}

interface Received {
  received: number;
  skipped: number;
}

const isReadable = (type: string): boolean =>
  type === '' ||
  type === formType ||
  /^text\/[\w.+-]+$/.test(type) ||
  isJsonType(type) ||
  isJsonLinesType(type);

/**
 * Stores a message while it arrives, and lets a thread read the documents in it. Throws `request.media_type`, `sources.hook_empty`,
 * `sources.hook_too_large`, `sources.hook_unreadable`, and what `unpackStream` and `decodeText` throw.
 */
const receiveEvents = async (
  { services, tenantId }: Ctx,
  { bytes, type, encoding }: Message,
  { settings }: SourceRow,
): Promise<SourceEvent[]> => {
  if (!isReadable(bareType(type))) fail('request.media_type');
  const { storage, compute } = services;
  const stored = await storage.put(unpackStream(bytes, encoding, hookBytes), { maxBytes: hookBytes });
  try {
    const order = { path: await storage.path(stored.key), type, settings };
    const read = await compute.run(message, order, { tenantId });
    if ('events' in read) return read.events;
    throw new AppError(read.refused, read.details, { message: read.message });
  } finally {
    await storage.delete(stored.key);
  }
};

const listItems = (events: readonly SourceEvent[]) =>
  events.flatMap((event) => (event.kind === 'item' ? [event.item] : []));

const checkRoom = async (ctx: Ctx, source: SourceRow, events: readonly SourceEvent[]): Promise<void> => {
  const ids = new Set(listItems(events).map(({ externalId }) => fittingId(externalId)));
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

interface Stored {
  counts: Received;
  items: SourceItem[];
  skipped: Skipped[];
}

const store = (ctx: Ctx, source: SourceRow, { counts, items, skipped }: Stored): Promise<void> => {
  const origin = { sourceId: source.id, syncId: source.runId ?? '', origin: 'HOOK' as const };
  const commit = (work: (tx: TxCtx) => Promise<void>) =>
    ctx.tx(async (tx) => {
      await work(tx);
      await tx.audit('sources.hook_received', source.id, { ...counts });
    });
  return writeBatch(ctx, { source, origin, commit }, { items, skipped, unchanged: [] });
};

/** Shows a message that could not be read among what the source left out, a few times a minute. */
const noteRefusal = async (ctx: Ctx, source: SourceRow, error: unknown): Promise<void> => {
  if (!isShownRefusal(ctx, source.id, error)) return;
  const { code, message: reason } = error;
  const skipped: Skipped = { kind: 'skipped', name: refusedMessage, code, reason };
  await store(ctx, source, { counts: { received: 0, skipped: 1 }, items: [], skipped: [skipped] });
};

/**
 * Receives documents from another program. When it returns, the documents are stored and queued. Sending the same document
 * again does not duplicate it. Throws `sources.hook_not_found`, `sources.hook_too_large`, `sources.hook_empty`,
 * `sources.hook_unreadable`, `sources.hook_full`, `request.media_type`, `billing.plan_limit`, `storage.full`.
 */
export const receiveMessage = async (
  anonymous: Anonymous,
  token: string,
  sent: Message,
): Promise<Received> => {
  const { ctx, source } = await authenticate(anonymous, token);
  const events = await receiveEvents(ctx, sent, source).catch(async (error: unknown) => {
    await noteRefusal(ctx, source, error);
    throw error;
  });
  await checkRoom(ctx, source, events);
  const items = listItems(events);
  const skipped = events.flatMap((event) => (event.kind === 'skipped' ? [event] : []));
  const counts = { received: items.length, skipped: skipped.length };
  await store(ctx, source, { counts, items, skipped });
  return counts;
};
