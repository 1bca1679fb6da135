import { createHash } from 'node:crypto';
import type { SourceEvent, SourceItem } from '@atelier/connectors';
import type { DocumentFacts } from '../../documents/declarations.ts';
import type { NewItem } from '../repository/items.ts';

export type Skipped = Extract<SourceEvent, { kind: 'skipped' }>;

const longest = { id: 400, name: 300, url: 2000, reason: 1000, metadata: 50 };

const hashContent = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Returns the text as one line without control characters, shortened to a maximum length. */
const clean = (text: string, most: number): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();

/** Returns an id that fits into a database index. A longer id is replaced by its hash. */
export const fittingId = (externalId: string): string => {
  const id = externalId.replaceAll('\0', '').toWellFormed();
  return Buffer.byteLength(id) <= longest.id && id !== '' ? id : `sha256:${hashContent(externalId)}`;
};

/** Returns an http(s) address, or null for anything else: a source might name a script URL. */
const cleanUrl = (url: string | undefined): string | null =>
  url !== undefined && /^https?:\/\//i.test(url) ? clean(url, longest.url) : null;

const cleanName = (name: string, id: string): string => clean(name, longest.name) || clean(id, longest.name);

/** Returns a document's id, name, address and metadata, cleaned and limited for storage. */
export const toDocumentFacts = ({ externalId, name, url, metadata = {} }: SourceItem): DocumentFacts => ({
  externalId: fittingId(externalId),
  name: cleanName(name, externalId),
  url: cleanUrl(url),
  metadata: Object.fromEntries(
    Object.entries(metadata)
      .slice(0, longest.metadata)
      .map(([key, value]) => [clean(key, 100), clean(value, 1000)]),
  ),
});

export const hashItem = ({ file }: SourceItem): string => hashContent(file.bytes);

/** The cause of an item: a sync of a source, or a message to its inbound address. */
export interface ItemOrigin {
  sourceId: string;
  syncId: string;
  origin: 'SYNC' | 'HOOK';
}

type Reason = { code: string; reason: string };

const blank = { url: null, sha256: null, importId: null, code: null, reason: null };

/** Builds the row of something that the source itself skipped. */
export const skippedRow = (origin: ItemOrigin, event: Skipped): NewItem => {
  const url = cleanUrl(event.url);
  return {
    ...blank,
    ...origin,
    externalId: `skipped:${hashContent(url ?? `${event.code} ${event.name}`)}`,
    outcome: 'SKIPPED',
    name: cleanName(event.name, url ?? event.code),
    url,
    code: event.code,
    reason: clean(event.reason, longest.reason),
  };
};

/** Builds the row of an item that the import skipped. */
export const leftOutRow = (origin: ItemOrigin, item: SourceItem, why: Reason): NewItem => {
  const { externalId, name, url } = toDocumentFacts(item);
  return {
    ...blank,
    ...origin,
    ...why,
    externalId,
    name,
    url,
    outcome: 'SKIPPED',
    sha256: hashItem(item),
  };
};

/** Builds the row of an item that became a document. */
export const documentRow = (
  origin: ItemOrigin,
  { externalId, name, url }: DocumentFacts,
  is: Pick<NewItem, 'outcome' | 'importId' | 'sha256'>,
): NewItem => ({ ...blank, ...origin, externalId, name, url, ...is });
