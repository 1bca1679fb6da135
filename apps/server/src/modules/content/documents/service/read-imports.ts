import type {
  DocumentLanguage,
  DocumentType,
  ImportStatusFilter,
  ImportType,
  KnowledgeImport,
} from '@atelier/contracts/content/bases/import-shapes';
import { supportedExtensions } from '@atelier/documents';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { closePage, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import { visibleKnowledge } from '../../bases/declarations.ts';
import { getKnowledgeBaseRow, importRepository, knowledgeBaseRepository } from '../../bases/index.ts';
import { runStatusesFor } from '../import-status.ts';
import { presentBalance, presentImport } from '../present.ts';

interface ImportList extends PageOrder<'name' | 'createdAt' | 'size' | 'chunkCount'> {
  search?: string | undefined;
  status?: ImportStatusFilter | undefined;
  sourceId?: string | undefined;
  type?: ImportType | undefined;
  documentType?: DocumentType | undefined;
  language?: DocumentLanguage | undefined;
  category?: string | undefined;
}

const isNarrowed = ({ search, status, sourceId, type, documentType, language, category }: ImportList) =>
  [search, status, sourceId, type, documentType, language, category].some((value) => value !== undefined);

/** Throws `knowledge.not_found`. */
export const listImports = (ctx: AnyCtx, knowledgeBaseId: string, list: ImportList) =>
  ctx.read(async (tx) => {
    const statuses = list.status ? runStatusesFor(list.status) : undefined;
    const filter = { ...list, knowledgeBaseId, statuses };
    const [{ base }, found, counts, narrowed] = await Promise.all([
      getKnowledgeBaseRow(tx, knowledgeBaseId),
      importRepository.list(tx.db, filter, list),
      knowledgeBaseRepository.countByStatus(tx.db, [knowledgeBaseId]),
      isNarrowed(list) ? importRepository.count(tx.db, filter) : undefined,
    ]);
    // Clients that wait for imports request the whole list again and again, so its documents are counted once.
    const total = narrowed ?? counts.reduce((sum, { imports }) => sum + imports, 0);
    const { rows, nextCursor } = closePage({ rows: found, total }, list.limit);
    return {
      items: rows.map((row) => presentImport(tx, row)),
      nextCursor,
      total,
      balance: presentBalance(counts, base.unchangedFiles),
    };
  });

/** Returns imports in the order of `ids`. Unknown ids are left out. */
export const getImports = (ctx: AnyCtx, ids: readonly string[]): Promise<KnowledgeImport[]> =>
  ctx.read(async (tx) => {
    const rows = await importRepository.listByIds(tx.db, [...new Set(ids)], visibleKnowledge.imports(tx));
    const byId = new Map(rows.map((row) => [row.import.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [presentImport(tx, row)] : [];
    });
  });

/** The limits of the browser's file pickers. The upload itself is checked against the same limit. */
export const acceptedFiles = ({ services }: AnyCtx): Promise<{ endings: string[]; maxBytes: number }> =>
  Promise.resolve({
    endings: supportedExtensions.map((extension) => `.${extension}`),
    maxBytes: services.config.server.maxUploadBytes,
  });

/** Shows runs under the document that is their subject. */
export const documentsAsSubjects = async (
  tx: TxCtx,
  runs: readonly RunSubject[],
): Promise<Map<string, ShownSubject>> => {
  const rows = await importRepository.listByIds(tx.db, [...new Set(runs.map(({ subjectId }) => subjectId))]);
  return new Map(
    rows.map(({ import: { id, name, knowledgeBaseId } }) => [
      id,
      { name, address: `/knowledge-base/${knowledgeBaseId}/documents?document=${id}` },
    ]),
  );
};

/** Finds the subjects of runs by their name. */
export const searchDocuments = (tx: TxCtx, text: string, limit: number): Promise<string[]> =>
  importRepository.listIdsNamed(tx.db, text, limit);
