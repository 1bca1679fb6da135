import { and, asc, inArray, sql } from 'drizzle-orm';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type DocumentKey, publishedDocuments } from '../../indexing/declarations.ts';
import { chunkRepository, type NeighbourRow } from '../repository/chunks.ts';
import { contentRepository, type TextPart } from '../repository/content.ts';
import { importRepository } from '../repository/imports.ts';
import type { TableDocument } from '../shapes.ts';
import type { ChunkRow, SectionRow } from '../tables.ts';

/** The chunks of documents in index versions, for modules that search them and that cut documents again. */
export const versionChunks = {
  /** Returns all chunks of a document in a version, in order and without a limit. */
  list: (
    { db }: TxCtx,
    key: { indexVersionId: string; importId: string; documentVersion: number },
  ): Promise<ChunkRow[]> => chunkRepository.listAll(db, key),

  /** Returns the ids of the first chunks of the shown version of a document in an index version, in order. */
  listFirstIds: (
    { db }: TxCtx,
    key: { importId: string; indexVersionIds: readonly string[] },
    limit: number,
  ): Promise<string[]> => chunkRepository.listIds(db, key, limit),

  /** Returns the chunks within a range of ordinals, in order, without those written by hand. */
  listNeighbours: (
    { db }: TxCtx,
    range: { importId: string; indexVersionId: string; documentVersion: number; from: number; to: number },
  ): Promise<NeighbourRow[]> => chunkRepository.listNeighbours(db, range),

  /** Returns the content hashes of a document's chunks in all versions, by chunk id. */
  listHashes: ({ db }: TxCtx, importId: string): Promise<Map<string, string>> =>
    chunkRepository.listHashes(db, importId),

  /** Returns the number of tokens in the version. Overlapping text is counted twice. */
  countTokens: ({ db }: TxCtx, versionId: string): Promise<number> =>
    chunkRepository.countTokens(db, versionId),

  countHandwritten: ({ db }: TxCtx, versionId: string): Promise<number> =>
    chunkRepository.countHandwritten(db, versionId),

  markEdited: ({ db }: TxCtx, ids: readonly string[]): Promise<void> => chunkRepository.markEdited(db, ids),

  /** Deletes the chunks of a document in an index version. */
  remove: ({ db }: TxCtx, versionId: string, importId: string): Promise<void> =>
    chunkRepository.removeAll(db, versionId, importId),

  /** Records with each document that is published in the version into how many chunks it was split, unless it is to be read again. */
  async recordCut({ db }: TxCtx, versionId: string): Promise<void> {
    await importRepository.setCut(db, versionId, await chunkRepository.countPublished(db, versionId));
  },
};

/** The text of documents. */
export const documentText = {
  listSections: ({ db }: TxCtx, key: DocumentKey, limit: number): Promise<SectionRow[]> =>
    contentRepository.listSections(db, key, 0, limit),

  /** Returns the parts of a document's text between two offsets. They do not overlap. */
  listBetween: (
    { db }: TxCtx,
    range: { importId: string; documentVersion: number; start: number; end: number },
  ): Promise<TextPart[]> => contentRepository.listBetween(db, range),

  /** Returns whether a document's text contains these words, with any white space between them. */
  holdsWords: ({ db }: TxCtx, importId: string, words: string): Promise<boolean> =>
    contentRepository.holdsText(db, importId, words),

  /** Returns a document of a knowledge base whose text contains these words. */
  findHolder: ({ db }: TxCtx, knowledgeBaseId: string, words: string): Promise<string | undefined> =>
    contentRepository.findHolder(db, knowledgeBaseId, words),
};

/** The most documents that are read for one question, and the most characters of all of them. */
const most = { documents: 20, characters: 12_000_000 };

const isTable = sql`${publishedDocuments.name} ~* '[.](csv|tsv|xlsx|xls|ods)$'`;

/**
 * Reads the tables of knowledge bases that can be found now, without checking permissions. `tooLarge` names those that do not fit into the
 * limit of one question, which are not read.
 */
export const readTableDocuments = async (
  tx: TxCtx,
  knowledgeBaseIds: readonly string[],
): Promise<{ documents: TableDocument[]; tooLarge: string[] }> => {
  const rows = await tx.db
    .select()
    .from(publishedDocuments)
    .where(and(inArray(publishedDocuments.knowledgeBaseId, [...knowledgeBaseIds]), isTable))
    .orderBy(asc(publishedDocuments.name), asc(publishedDocuments.id))
    .limit(most.documents);
  const documents: TableDocument[] = [];
  const tooLarge: string[] = [];
  let left = most.characters;
  for (const { id, name, version } of rows) {
    const key = { importId: id, documentVersion: version };
    const length = await contentRepository.measureText(tx.db, key);
    if (length > left) {
      tooLarge.push(name);
      continue;
    }
    left -= length;
    const sections = await contentRepository.listBetween(tx.db, { ...key, start: 0, end: 2 ** 31 - 1 });
    const parts = sections.map(({ text, startOffset, page }) => ({ text, start: startOffset, page }));
    documents.push({ importId: id, name, parts });
  }
  return { documents, tooLarge };
};
