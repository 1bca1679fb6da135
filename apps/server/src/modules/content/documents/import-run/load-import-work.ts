import type { ImageHandling } from '@atelier/contracts/content/bases/knowledge-shapes';
import { sql } from 'drizzle-orm';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { type ImportRow, type IndexVersionRow, importRepository } from '../../bases/index.ts';
import { type FileRow, findFiles } from '../../files/index.ts';
import { type IndexedDocumentKey, wholeDocumentRepository } from '../../indexing/index.ts';

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
}

/** Reads the data of several imports of a tenant. Imports that were deleted meanwhile are left out. */
const readWorks = async (tx: TxCtx, importIds: readonly string[]): Promise<ImportWork[]> => {
  const keys = importRepository.selectKeys(importIds);
  const [rows, files, states] = await Promise.all([
    importRepository.listToRead(tx.db, importIds),
    findFiles(tx, sql`select "fileId" from (${keys}) keys`),
    wholeDocumentRepository.listStates(tx.db, keys),
  ]);
  const fileOf = new Map(files.map((file) => [file.id, file]));
  const stateOf = new Map(states.map((state) => [state.importId, state]));
  return rows.flatMap(({ import: row, index, imageHandling }): ImportWork[] => {
    const file = fileOf.get(row.fileId);
    if (!file) return [];
    const key = { importId: row.id, indexVersionId: index.id, documentVersion: row.version };
    const state = stateOf.get(row.id);
    const isRead = row.chunkedFor === index.id;
    const isPublished = isRead && row.shownVersion === row.version && state?.hasLive === true;
    const states = { isBegun: state?.hasAny === true, isRead, isPublished };
    return [{ import: row, file, index, imageHandling, key, ...states }];
  });
};

interface Waiting {
  importId: string;
  resolve: (work: ImportWork) => void;
  reject: (error: unknown) => void;
}

/** The imports of each tenant whose data is about to be read. */
const loading = defineService({
  name: 'knowledge.import-loading',
  create: () => new Map<string, Waiting[]>(),
});

const loadAll = async ({ ctx }: RunContext, waiting: readonly Waiting[]): Promise<void> => {
  try {
    const works = await ctx.readAtOnce((tx) =>
      readWorks(
        tx,
        waiting.map(({ importId }) => importId),
      ),
    );
    const byId = new Map(works.map((work) => [work.key.importId, work]));
    for (const { importId, resolve, reject } of waiting) {
      const work = byId.get(importId);
      if (work) resolve(work);
      else reject(new AppError('knowledge.import_not_found'));
    }
  } catch (error) {
    for (const { reject } of waiting) reject(error);
  }
};

/**
 * Reads what an import works with; imports that begin at the same time are read together. Throws when the import was deleted
 * meanwhile, together with its run.
 */
export const loadImportWork = (run: RunContext): Promise<ImportWork> =>
  new Promise((resolve, reject) => {
    const byTenant = run.ctx.use(loading);
    const { tenantId } = run.ctx;
    const one = { importId: run.subjectId, resolve, reject };
    const waiting = byTenant.get(tenantId);
    if (waiting) return void waiting.push(one);
    const first = [one];
    byTenant.set(tenantId, first);
    setImmediate(() => {
      byTenant.delete(tenantId);
      void loadAll(run, first);
    });
  });
