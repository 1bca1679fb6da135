import { knowsDocuments } from '@atelier/contracts/content/bases/index-format';
import { beginningLength, type DocumentNames, documentNames, toTitle } from '@atelier/retrieval/naming';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import type { IndexedDocumentKey } from '../../indexing/declarations.ts';
import { contentRepository } from '../repository/content.ts';

type Format = Pick<IndexVersionRow, 'format'>;

/** Returns what the chunks of a document know of it in an index; nothing in one of the first format. */
export const namesIn = (
  index: Format,
  document: { name: string; beginning: string },
): DocumentNames | null => (knowsDocuments(index) ? documentNames(document) : null);

/** Returns the title that is embedded with each chunk of a document; null in an index of the first format. */
export const embeddedTitle = (index: Format, name: string): string | null =>
  knowsDocuments(index) ? toTitle(name) : null;

/** Reads from the stored text what the chunks of a document know of it. */
export const readNames = async (
  tx: TxCtx,
  index: Format,
  { key, name }: { key: IndexedDocumentKey; name: string },
): Promise<DocumentNames | null> =>
  knowsDocuments(index)
    ? documentNames({ name, beginning: await contentRepository.readBeginning(tx.db, key, beginningLength) })
    : null;
