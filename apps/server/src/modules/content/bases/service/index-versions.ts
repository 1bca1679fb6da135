import type { TxCtx } from '../../../../kernel/context/context.ts';
import { indexVersionRepository, type NewVersion, type VersionChange } from '../repository/index-versions.ts';
import type { IndexVersionRow } from '../tables.ts';

export const findIndexVersion = ({ db }: TxCtx, id: string): Promise<IndexVersionRow | undefined> =>
  indexVersionRepository.find(db, id);

/** Lists the index versions of a knowledge base, newest first. */
export const listIndexVersionRows = ({ db }: TxCtx, knowledgeBaseId: string): Promise<IndexVersionRow[]> =>
  indexVersionRepository.list(db, knowledgeBaseId);

/**
 * Locks the live segments of a version against other writers until the transaction ends, so that revisions follow the order of commits.
 * Returns the revision.
 */
export const lockIndexVersion = ({ db }: TxCtx, id: string): Promise<number> =>
  indexVersionRepository.lock(db, id);

export const updateIndexVersion = ({ db }: TxCtx, id: string, change: VersionChange): Promise<void> =>
  indexVersionRepository.update(db, id, change);

/** The states of an index version beside the active one: it is built, is ready, becomes active, and is deleted. */
export const indexStates = {
  begin: ({ db }: TxCtx, row: NewVersion): Promise<void> => indexVersionRepository.insert(db, row),

  /** Marks the ready versions that are not active as no longer ready. Returns their ids. */
  takeReady: ({ db }: TxCtx, knowledgeBaseId: string): Promise<string[]> =>
    indexVersionRepository.takeReady(db, knowledgeBaseId),

  /** Makes another version the active one, in one statement. */
  activate: ({ db }: TxCtx, pair: { versionId: string; activeId: string }): Promise<void> =>
    indexVersionRepository.activate(db, pair),

  remove: ({ db }: TxCtx, id: string): Promise<void> => indexVersionRepository.remove(db, id),
};
