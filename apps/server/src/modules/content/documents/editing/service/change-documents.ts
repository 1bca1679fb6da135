import type { DocumentState, KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import type { DocumentChange } from '@atelier/contracts/content/documents/documents';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { knowledgeEvents, knowledgeTopic } from '../../../bases/declarations.ts';
import { findKnowledgeBaseRow } from '../../../bases/index.ts';
import { refreshIndex } from '../../../indexing/index.ts';
import { presentImport } from '../../present.ts';
import { importRepository, visibleImports } from '../../repository/imports.ts';
import { type ImportRow, type ImportWithRun } from '../../tables.ts';

const mostDetails = 50;

/** Returns those of the documents that exist, by id. Throws `knowledge.import_not_found` when none does. */
const readAll = async (tx: TxCtx, ids: readonly string[]): Promise<ImportWithRun[]> => {
  const rows = await importRepository.listByIds(tx.db, [...new Set(ids)], visibleImports(tx));
  // Every transaction locks several documents in this order, so that no deadlock can arise.
  rows.sort((a, b) => (a.import.id < b.import.id ? -1 : 1));
  return rows.length === 0 ? fail('knowledge.import_not_found') : rows;
};

const answer = async (tx: TxCtx, rows: readonly ImportWithRun[]): Promise<KnowledgeImport[]> => {
  for (const { import: row } of rows) await tx.signal(knowledgeTopic(row.knowledgeBaseId), row.id);
  const changed = await readAll(
    tx,
    rows.map(({ import: row }) => row.id),
  );
  return changed.map((row) => presentImport(tx, row));
};

/** Merges new details into the existing ones. An empty value removes a detail. Throws `documents.too_many_details`. */
const mergeMetadata = ({ metadata }: ImportRow, change: Record<string, string>): Record<string, string> => {
  const merged = Object.entries({ ...metadata, ...change }).filter(([, value]) => value !== '');
  if (merged.length > mostDetails) fail('documents.too_many_details');
  return Object.fromEntries(merged);
};

type Change = Parameters<typeof importRepository.update>[2];

const toSummaryChange = (summary: string | undefined): Change => {
  if (summary === undefined) return {};
  if (summary === '') return { summary: null, summaryKind: null, summaryState: 'NONE', summaryError: null };
  return { summary, summaryKind: 'EDITED', summaryState: 'READY', summaryError: null };
};

/**
 * Changes the labels and details of documents; those left out stay as they are. Throws `knowledge.import_not_found` when
 * none of the ids exists, and `documents.too_many_details`.
 */
export const changeDocuments = (
  ctx: AnyCtx,
  ids: readonly string[],
  { metadata, summary, documentType, language, categories }: DocumentChange,
): Promise<KnowledgeImport[]> =>
  ctx.tx(async (tx) => {
    const rows = await readAll(tx, ids);
    const shared = {
      documentType,
      language,
      categories: categories && [...new Set(categories)],
      ...toSummaryChange(summary),
    };
    const given = { documentType, language, categories, metadata, summary };
    const changed = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : name));
    for (const { import: row } of rows) {
      const merged = metadata && mergeMetadata(row, metadata);
      await importRepository.update(tx.db, row.id, { ...shared, metadata: merged });
      await tx.audit('knowledge.metadata_changed', row.id, { name: row.name, changed });
    }
    return answer(tx, rows);
  });

/**
 * Raises the revision for search caches and emits the event for graphs. Index versions are locked before documents, as
 * everywhere.
 */
const tellSearches = async (tx: TxCtx, rows: readonly ImportWithRun[]): Promise<void> => {
  const ids = [...new Set(rows.map(({ import: row }) => row.knowledgeBaseId))].sort();
  for (const id of ids) {
    const base = await findKnowledgeBaseRow(tx, id);
    if (!base) continue;
    await refreshIndex(tx, base.index.id);
    await tx.emit(knowledgeEvents.documentsSwitched, { knowledgeBaseId: id });
  }
};

/**
 * Enables or disables documents. A disabled document is kept but not found. Throws `knowledge.import_not_found` when none
 * of the ids exists.
 */
export const setDocumentState = (
  ctx: AnyCtx,
  ids: readonly string[],
  state: DocumentState,
): Promise<KnowledgeImport[]> =>
  ctx.tx(async (tx) => {
    const rows = await readAll(tx, ids);
    await tellSearches(tx, rows);
    for (const { import: row } of rows) {
      await importRepository.update(tx.db, row.id, { state });
      await tx.audit(`knowledge.document_${state.toLowerCase()}`, row.id, { name: row.name });
    }
    return answer(tx, rows);
  });
