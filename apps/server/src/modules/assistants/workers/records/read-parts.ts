import { toCredits } from '../../../../kernel/base/credits.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { runFamilies } from '../../../../kernel/runs/view/index.ts';
import { type FileRow, findFile } from '../../../content/files/index.ts';
import type { ActivityRow, RecordRow } from '../tables.ts';
import { activityRepository } from './activities.ts';
import { recordFiles } from './file-repository.ts';

/** Returns what the work on a record has cost so far, in micro-credits, in all attempts together. What has ended is stored with the record. */
export const costOfRecord = async (
  db: TenantDb,
  { runId, microCredits, endedAt }: Pick<RecordRow, 'runId' | 'microCredits' | 'endedAt'>,
): Promise<number> =>
  runId === null || endedAt !== null ? microCredits : runFamilies.costOfAttempts(db, runId);

/** The parts of a record besides its row. */
export interface RecordParts {
  activities: ActivityRow[];
  files: { file: FileRow; element: 'INPUT' | 'OUTPUT' }[];
  /** The runs that did its rounds, oldest first; none for a visitor. */
  children: Awaited<ReturnType<typeof runFamilies.listChildrenOfAttempts>>;
  credits: number;
}

const readFiles = async (tx: TxCtx, recordId: string): Promise<RecordParts['files']> => {
  const found: RecordParts['files'] = [];
  for (const { fileId, element } of await recordFiles.list(tx.db, recordId)) {
    const file = await findFile(tx, fileId);
    if (file) found.push({ file, element });
  }
  return found;
};

/** Reads what belongs to a record. */
export const readParts = async (
  tx: TxCtx,
  record: RecordRow,
  { isVisitor }: { isVisitor: boolean },
): Promise<RecordParts> => {
  const { id, runId } = record;
  const activities = await activityRepository.list(tx.db, id);
  const files = await readFiles(tx, id);
  if (isVisitor || runId === null) return { activities, files, children: [], credits: 0 };
  const children = await runFamilies.listChildrenOfAttempts(tx.db, runId);
  const credits = toCredits(await costOfRecord(tx.db, record));
  return { activities, files, children, credits };
};
