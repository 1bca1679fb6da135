import type { TablePart } from '@atelier/retrieval/tables';
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { publishedDocuments } from '../../../indexing/declarations.ts';
import { contentRepository } from '../../../indexing/index.ts';

/** A CSV or Excel document with its text. */
export interface TableDocument {
  importId: string;
  name: string;
  parts: TablePart[];
}

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
