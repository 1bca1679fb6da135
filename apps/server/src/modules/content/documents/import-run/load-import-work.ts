import type { ImageHandling } from '@atelier/contracts/content/bases/knowledge-shapes';
import { sql } from 'drizzle-orm';
import { fail } from '../../../../kernel/base/errors.ts';
import { Together } from '../../../../kernel/base/together.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { type IndexVersionRow } from '../../bases/declarations.ts';
import { listKnowledgeBaseRows } from '../../bases/index.ts';
import { type FileRow, findFiles } from '../../files/index.ts';
import type { IndexedDocumentKey } from '../../indexing/declarations.ts';
import { type ReadingKey, readingRepository, vectorsKey } from '../media/repository.ts';
import { importRepository } from '../repository/imports.ts';
import { wholeDocumentRepository } from '../repository/whole-documents.ts';
import type { ImportRow } from '../tables.ts';

/** The data that an import run works with. */
export interface ImportWork {
  import: ImportRow;
  file: FileRow;
  index: IndexVersionRow;
  imageHandling: ImageHandling;
  key: Required<IndexedDocumentKey>;
  /** True when an unfinished attempt has left rows behind. */
  isBegun: boolean;
  /** True when an earlier attempt stored all chunks and their lexical segments. */
  isRead: boolean;
  /** True when an earlier attempt published the document and was stopped before its end was recorded. */
  isPublished: boolean;
  /** True when an earlier attempt paid for the vectors of the whole document and was stopped before they were stored. */
  isPaid: boolean;
}

const toReadingKeyText = ({ importId, sha256, part }: ReadingKey): string => `${importId} ${sha256} ${part}`;

/** Reads the data of several imports of a tenant. Imports that were deleted meanwhile are left out. */
const readWorks = async (tx: TxCtx, importIds: readonly string[]): Promise<ImportWork[]> => {
  const keys = importRepository.selectKeys(importIds);
  const [rows, bases, files, states, paid] = await Promise.all([
    importRepository.listRows(tx.db, importIds),
    listKnowledgeBaseRows(tx, importRepository.selectKnowledgeBases(importIds)),
    findFiles(tx, sql`select "fileId" from (${keys}) keys`),
    wholeDocumentRepository.listStates(tx.db, keys),
    readingRepository.listPaidVectors(tx.db, importIds),
  ]);
  const baseOf = new Map(bases.map((found) => [found.base.id, found]));
  const fileOf = new Map(files.map((file) => [file.id, file]));
  const stateOf = new Map(states.map((state) => [state.importId, state]));
  const paidKeys = new Set(paid.map(toReadingKeyText));
  return rows.flatMap((row): ImportWork[] => {
    const file = fileOf.get(row.fileId);
    const found = baseOf.get(row.knowledgeBaseId);
    if (!file || !found) return [];
    const { base, index } = found;
    const key = { importId: row.id, indexVersionId: index.id, documentVersion: row.version };
    const state = stateOf.get(row.id);
    const isRead = row.chunkedFor === index.id;
    const isPublished = isRead && row.shownVersion === row.version && state?.hasLive === true;
    const isPaid = paidKeys.has(toReadingKeyText(vectorsKey(row, index)));
    const states = { isBegun: state?.hasAny === true, isRead, isPublished, isPaid };
    return [{ import: row, file, index, imageHandling: base.imageHandling, key, ...states }];
  });
};

interface Wanted {
  ctx: Ctx;
  importId: string;
}

/** The most imports that are read together. */
const most = 64;

const loadAll = async (wanted: readonly Wanted[]): Promise<(ImportWork | undefined)[]> => {
  const [first] = wanted;
  const ids = wanted.map(({ importId }) => importId);
  const works = first ? await first.ctx.read((tx) => readWorks(tx, ids)) : [];
  const byId = new Map(works.map((work) => [work.key.importId, work]));
  return ids.map((id) => byId.get(id));
};

const loading = defineService({
  name: 'knowledge.import-loading',
  create: () => new Together(most, loadAll),
});

/**
 * Reads what an import works with; imports of a company that begin at the same time are read together. Throws when the import was deleted
 * meanwhile, together with its run.
 */
export const loadImportWork = async ({ ctx, subjectId: importId }: RunContext): Promise<ImportWork> =>
  (await ctx.use(loading).do(ctx.tenantId, { ctx, importId })) ?? fail('knowledge.import_not_found');
