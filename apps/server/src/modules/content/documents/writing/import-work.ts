import type { ImageHandling } from '@atelier/contracts/content/bases/knowledge-shapes';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import { type ImportWithRun, importRepository, knowledgeBaseRepository } from '../../bases/index.ts';
import { findFile } from '../../files/index.ts';
import { contentRepository, type IndexedDocumentKey } from '../../indexing/index.ts';

/** The data that an import run works with. */
export interface ImportWork {
  import: ImportWithRun['import'];
  file: NonNullable<Awaited<ReturnType<typeof findFile>>>;
  index: IndexVersionRow;
  imageHandling: ImageHandling;
  key: IndexedDocumentKey;
  /** True when an unfinished attempt has left rows behind. */
  isBegun: boolean;
}

/** Throws when the import was deleted meanwhile, together with its run. */
export const loadImportWork = (run: RunContext): Promise<ImportWork> =>
  run.ctx.tx(async (tx) => {
    const row = await importRepository.find(tx.db, run.subjectId);
    const base = row && (await knowledgeBaseRepository.find(tx.db, row.import.knowledgeBaseId));
    const file = row && (await findFile(tx, row.import.fileId));
    if (!row || !base || !file) throw new AppError('knowledge.import_not_found');
    const { index } = base;
    const { id: importId, version: documentVersion } = row.import;
    const key = { importId, indexVersionId: index.id, documentVersion };
    const isBegun = await contentRepository.hasAny(tx.db, key);
    const { imageHandling } = base.base;
    return { import: row.import, file, index, imageHandling, key, isBegun };
  });
