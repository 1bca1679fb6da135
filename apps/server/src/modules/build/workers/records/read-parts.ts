import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type ChildRow, runLists } from '../../../../kernel/runs/view/index.ts';
import { type FileRow, findFile } from '../../../content/files/index.ts';
import { microPerCredit } from '../../../money/billing/index.ts';
import { activityRepository } from './activities.ts';
import { recordFiles } from './file-repository.ts';
import type { ActivityRow, RecordRow } from './tables.ts';

/** What belongs to a record besides its row. */
export interface RecordParts {
  activities: ActivityRow[];
  files: { file: FileRow; element: 'INPUT' | 'OUTPUT' }[];
  /** The runs that its run started itself, oldest first; none for a visitor. */
  children: ChildRow[];
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
  { id, runId }: RecordRow,
  { isVisitor }: { isVisitor: boolean },
): Promise<RecordParts> => {
  const activities = await activityRepository.list(tx.db, id);
  const files = await readFiles(tx, id);
  if (isVisitor || runId === null) return { activities, files, children: [], credits: 0 };
  const below = await runLists.listDescendants(tx.db, runId, undefined);
  const children = below.filter(({ parentId }) => parentId === runId);
  const credits = below.reduce((sum, { cost }) => sum + cost, 0) / microPerCredit;
  return { activities, files, children, credits };
};
