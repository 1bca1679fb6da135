import { Readable } from 'node:stream';
import type { SourceItem } from '@atelier/connectors';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { AddedDocument } from '../../documents/declarations.ts';
import { sourceDocuments } from '../../documents/index.ts';
import { discardUploads, type StoredUpload, storeUpload } from '../../files/index.ts';
import { itemRepository, type KnownItem, type NewItem } from '../repository/items.ts';
import { sourceRepository } from '../repository/sources.ts';
import type { SourceRow } from '../tables.ts';
import { sourceTopic } from '../topic.ts';
import {
  documentRow,
  fittingId,
  hashItem,
  type ItemOrigin,
  leftOutRow,
  type Skipped,
  skippedRow,
  toDocumentFacts,
} from './items.ts';

/** A part of a source's items, to be stored together. */
export interface Batch {
  items: SourceItem[];
  /** The external ids of the items that the source reports as unchanged. */
  unchanged: string[];
  skipped: Skipped[];
}

export interface BatchTarget {
  source: SourceRow;
  origin: ItemOrigin;
  /** Runs the transaction that stores the whole batch. */
  commit: (work: (tx: TxCtx) => Promise<void>) => Promise<void>;
}

/** An item whose bytes are stored. */
interface Stored {
  item: SourceItem;
  sha256: string;
  upload: StoredUpload;
}

/** A batch that is ready to be written. */
interface Prepared {
  /** The documents that are unchanged in the source; `item` is set if the source sent the content again. */
  confirmed: { known: KnownItem['item']; item?: SourceItem }[];
  stored: Stored[];
  leftOut: NewItem[];
}

const mebibyte = 1024 * 1024;

type Outcome = { upload: StoredUpload } | { why: { code: string; reason: string } };

const store = async (ctx: Ctx, { file }: SourceItem): Promise<Outcome> => {
  if (file.bytes.byteLength === 0)
    return { why: { code: 'sources.empty', reason: 'There is nothing in this document.' } };
  const stored = await storeUpload(ctx, {
    kind: 'file',
    name: 'file',
    filename: file.name.replaceAll(/[/\\]/g, '-'),
    mimeType: 'application/octet-stream',
    stream: Readable.from([file.bytes]),
    truncated: () => false,
  });
  if (stored.kind === 'stored') return { upload: stored.upload };
  const limit = Math.floor(stored.maxBytes / mebibyte);
  const reason = `This document is larger than the limit of ${limit} MB. Please split it or ask your operator to raise the limit.`;
  return { why: { code: 'sources.too_large', reason } };
};

const readKnown = async (ctx: Ctx, { id }: SourceRow, externalIds: readonly string[]) => {
  const rows = await ctx.tx((tx) => itemRepository.listKnown(tx.db, id, externalIds));
  return new Map(rows.map((row) => [row.item.externalId, row]));
};

/** Returns whether this sync has already handled the item, in an earlier attempt that was interrupted. */
const isDone = (known: KnownItem | undefined, { origin, syncId }: ItemOrigin): boolean =>
  origin === 'SYNC' && known?.item.syncId === syncId;

const deletedHere = {
  code: 'sources.deleted_here',
  reason: 'It was deleted here and has not changed since. Sync from the start to bring it back.',
};

/** Returns the reason for which an unchanged item is skipped again. */
const toReason = ({ code, reason, url }: KnownItem['item']) => ({
  code: code ?? deletedHere.code,
  reason: reason ?? deletedHere.reason,
  ...(url === null ? {} : { url }),
});

const prepareUnchanged = (
  known: KnownItem | undefined,
  externalId: string,
  origin: ItemOrigin,
): Pick<Prepared, 'confirmed' | 'leftOut'> => {
  if (isDone(known, origin)) return { confirmed: [], leftOut: [] };
  if (known?.isThere) return { confirmed: [{ known: known.item }], leftOut: [] };
  const why = known?.item.outcome === 'SKIPPED' ? toReason(known.item) : deletedHere;
  const event = { kind: 'skipped' as const, name: known?.item.name ?? externalId, ...why };
  return { confirmed: [], leftOut: [{ ...skippedRow(origin, event), externalId }] };
};

/** Compares a batch with the known items and stores the bytes of new ones, before the transaction. */
const prepare = async (ctx: Ctx, { source, origin }: BatchTarget, batch: Batch): Promise<Prepared> => {
  const items = new Map(batch.items.map((item) => [fittingId(item.externalId), item]));
  const unchanged = new Set(batch.unchanged.map(fittingId));
  const known = await readKnown(ctx, source, [...items.keys(), ...unchanged]);
  const prepared: Prepared = {
    confirmed: [],
    stored: [],
    leftOut: batch.skipped.map((event) => skippedRow(origin, event)),
  };
  for (const id of unchanged) {
    const { confirmed, leftOut } = prepareUnchanged(known.get(id), id, origin);
    prepared.confirmed.push(...confirmed);
    prepared.leftOut.push(...leftOut);
  }
  for (const [id, item] of items) {
    const before = known.get(id);
    if (isDone(before, origin)) continue;
    const sha256 = hashItem(item);
    if (before?.isThere && before.item.sha256 === sha256) {
      prepared.confirmed.push({ known: before.item, item });
      continue;
    }
    const outcome = await store(ctx, item);
    if ('why' in outcome) prepared.leftOut.push(leftOutRow(origin, item, outcome.why));
    else prepared.stored.push({ item, sha256, upload: outcome.upload });
  }
  return prepared;
};

const outcomes = { added: 'ADDED', changed: 'CHANGED', same: 'UNCHANGED' } as const;

const toItemRow = (origin: ItemOrigin, { item, sha256 }: Stored, added: AddedDocument): NewItem => {
  if (added.kind === 'duplicate') {
    const reason = `Same content as “${added.of.name}”, which is here already.`;
    return leftOutRow(origin, item, { code: 'sources.duplicate', reason });
  }
  return documentRow(origin, toDocumentFacts(item), {
    outcome: outcomes[added.kind],
    importId: added.importId,
    sha256,
  });
};

const confirm = async (
  tx: TxCtx,
  origin: ItemOrigin,
  { known, item }: Prepared['confirmed'][number],
): Promise<NewItem> => {
  const facts = item && toDocumentFacts(item);
  const found =
    known.importId === null ? undefined : await sourceDocuments.confirm(tx, known.importId, facts);
  const outcome = found === 'again' ? 'ADDED' : 'UNCHANGED';
  const { externalId, name, url, importId, sha256 } = known;
  const said = facts ?? { externalId, name, url, metadata: {} };
  return documentRow(origin, said, { outcome, importId, sha256 });
};

/** Sorts items by document id. Every transaction locks several documents in this order, so that no deadlock can arise. */
const inOrder = (confirmed: Prepared['confirmed']): Prepared['confirmed'] =>
  confirmed.toSorted((a, b) => ((a.known.importId ?? '') < (b.known.importId ?? '') ? -1 : 1));

const write = async (
  tx: TxCtx,
  { source, origin }: BatchTarget,
  prepared: Prepared,
): Promise<AddedDocument[]> => {
  const { id: sourceId, knowledgeBaseId, type, skipDuplicates, labels } = source;
  const { stored } = prepared;
  // This lock keeps a sync and an inbound message from creating the same document twice.
  if (!(await sourceRepository.lock(tx.db, sourceId))) fail('sources.source_not_found');
  const added = await sourceDocuments.add(
    tx,
    { knowledgeBaseId, sourceId, type, skipDuplicates, labels },
    stored.map(({ item, upload }) => ({ ...toDocumentFacts(item), upload })),
  );
  const rows = [...prepared.leftOut];
  for (const [at, each] of stored.entries()) {
    const became = added[at];
    if (became) rows.push(toItemRow(origin, each, became));
  }
  for (const each of inOrder(prepared.confirmed)) rows.push(await confirm(tx, origin, each));
  // Of two rows with the same id the last one wins, because one statement cannot write both.
  await itemRepository.write(tx.db, [...new Map(rows.map((row) => [row.externalId, row])).values()]);
  await tx.signal(sourceTopic(knowledgeBaseId), sourceId);
  return added;
};

/** Stores a batch: first the bytes, then rows and orders in one transaction. Bytes without a row are deleted. */
export const writeBatch = async (ctx: Ctx, target: BatchTarget, batch: Batch): Promise<void> => {
  const prepared = await prepare(ctx, target, batch);
  const uploads = prepared.stored.map(({ upload }) => upload);
  let added: AddedDocument[] = [];
  try {
    await target.commit(async (tx) => {
      added = await write(tx, target, prepared);
    });
  } catch (error) {
    await discardUploads(ctx, uploads);
    throw error;
  }
  await discardUploads(
    ctx,
    uploads.filter((_upload, at) => added[at]?.kind === 'same' || added[at]?.kind === 'duplicate'),
  );
};
