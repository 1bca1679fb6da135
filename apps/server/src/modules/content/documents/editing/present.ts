import type { DocumentVersion } from '@atelier/contracts/content/bases/import-shapes';
import type { DocumentSummary } from '@atelier/contracts/content/documents/documents';
import type { ImportRow } from '../../bases/declarations.ts';
import type { VersionRow } from '../kept-versions/tables.ts';

/** Presents the current version, which is stored in the import's own row. */
export const presentCurrent = (row: ImportRow): DocumentVersion => ({
  version: row.version,
  reason: row.versionReason,
  madeBy: row.versionBy,
  madeAt: (row.versionAt ?? row.createdAt).toISOString(),
  size: row.size,
  pages: row.pageCount,
  characters: row.charCount,
  metadata: row.metadata,
  chunks: [],
  isShown: row.version === row.shownVersion,
  isCurrent: true,
});

export const presentVersion = (row: ImportRow, kept: VersionRow): DocumentVersion => ({
  version: kept.number,
  reason: kept.reason,
  madeBy: kept.madeBy,
  madeAt: kept.madeAt.toISOString(),
  size: kept.size,
  pages: kept.pageCount,
  characters: kept.charCount,
  metadata: kept.metadata,
  chunks: kept.chunks,
  isShown: kept.number === row.shownVersion,
  isCurrent: false,
});

export const presentSummary = (row: ImportRow): DocumentSummary => ({
  knowledgeBaseImportId: row.id,
  summary: row.summary,
  kind: row.summaryKind,
  state: row.summaryState,
  error: row.summaryState === 'ERRORED' ? row.summaryError : null,
});
