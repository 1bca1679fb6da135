import type {
  DocumentLanguage,
  DocumentType,
  ImportStatusFilter,
  ImportType,
  KnowledgeImport,
} from '@atelier/contracts/content/bases/import-shapes';
import { supportedExtensions } from '@atelier/documents';
import { unreadableTypes } from '@atelier/documents/unreadable-types';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { closePage, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import type { SearchedKind } from '../../../account/people/declarations.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { runStatusesFor } from '../import-status.ts';
import { presentBalance, presentImport } from '../present.ts';
import { importListRepository } from '../repository/import-list.ts';
import { importRepository, visibleImports } from '../repository/imports.ts';
import type { ImportWithRun } from '../tables.ts';

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

/** Returns an import that the actor may see. Throws `knowledge.import_not_found`. */
export const getImportRow = async (tx: TxCtx, id: string): Promise<ImportWithRun> =>
  (await importRepository.find(tx.db, id, visibleImports(tx))) ?? fail('knowledge.import_not_found');

/** Returns those of the imports that exist, in no particular order, without checking permissions. */
export const findImports = (tx: TxCtx, ids: readonly string[]): Promise<ImportWithRun[]> =>
  importRepository.listByIds(tx.db, ids);

/** Counts the documents of knowledge bases by the kind of their source and the status of their imports. */
export const countDocuments = ({ db }: TxCtx, knowledgeBaseIds: readonly string[]) =>
  importListRepository.countByStatus(db, knowledgeBaseIds);

/** Returns whether the document exists, and locks it against deletion until the transaction ends. */
export const holdImport = (tx: TxCtx, id: string): Promise<boolean> => importRepository.hold(tx.db, id);

/** Throws `knowledge.not_found`. */
export const listImports = (ctx: AnyCtx, knowledgeBaseId: string, list: ImportList) =>
  ctx.read(async (tx) => {
    const statuses = list.status ? runStatusesFor(list.status) : undefined;
    const filter = { ...list, knowledgeBaseId, statuses };
    const [{ base }, found, counts, narrowed] = await Promise.all([
      getKnowledgeBaseRow(tx, knowledgeBaseId),
      importListRepository.list(tx.db, filter, list),
      importListRepository.countByStatus(tx.db, [knowledgeBaseId]),
      isNarrowed(list) ? importListRepository.count(tx.db, filter) : undefined,
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
    const rows = await importRepository.listByIds(tx.db, [...new Set(ids)], visibleImports(tx));
    const byId = new Map(rows.map((row) => [row.import.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [presentImport(tx, row)] : [];
    });
  });

/** The limits of the browser's file pickers. The upload itself is checked against the same limit and refusals. */
export const acceptedFiles = ({
  services,
}: AnyCtx): Promise<{ endings: string[]; maxBytes: number; refusals: Record<string, string> }> =>
  Promise.resolve({
    endings: supportedExtensions.map((extension) => `.${extension}`),
    maxBytes: services.config.server.maxUploadBytes,
    refusals: Object.fromEntries(
      [...unreadableTypes].map(([extension, reason]) => [`.${extension}`, reason]),
    ),
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
  importListRepository.listIdsNamed(tx.db, text, limit);

/** Lets people find the documents of the knowledge bases that they see by name. */
export const documentSearch: SearchedKind = {
  kind: 'DOCUMENT',
  label: 'document',
  permission: 'knowledge:read',
  search: async (tx, { search, limit }) => {
    if (search === '') return [];
    const visible = visibleImports(tx);
    const rows = await importListRepository.searchByName(tx.db, { search, limit, visible });
    return rows.map(({ id, name, knowledgeBaseId }) => ({
      id,
      name,
      address: `/knowledge-base/${knowledgeBaseId}/documents?search=${encodeURIComponent(name)}`,
    }));
  },
};
