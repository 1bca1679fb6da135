import { AppError } from '../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineRun, type RunHandle } from '../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../bases/index.ts';
import { knowledgeBaseRepository } from '../bases/index.ts';
import {
  type Behind,
  indexVersionRepository,
  lockVersions,
  reindexKind,
  segmentRepository,
  switchIndex,
} from '../indexing/index.ts';
import { carryDocument } from './carry/carry-document.ts';

interface Work {
  version: IndexVersionRow;
  activeId: string;
  documents: Behind[];
}

const readWork = async (tx: TxCtx, versionId: string): Promise<Work> => {
  const version = await segmentRepository.findVersion(tx.db, versionId);
  const base = version && (await knowledgeBaseRepository.find(tx.db, version.knowledgeBaseId));
  if (!base) throw new AppError('index_versions.not_found');
  const activeId = base.index.id;
  return {
    version,
    activeId,
    documents: await indexVersionRepository.listBehind(tx.db, { versionId, activeId }),
  };
};

/**
 * Holds the locks of both versions, so that nothing can change between the last check and the switch. Returns whether the
 * run has ended.
 */
const conclude = (run: RunHandle, { version, activeId }: Work): Promise<boolean> =>
  run.step(async (tx) => {
    const { knowledgeBaseId, id: versionId } = version;
    if ((await lockVersions(tx, knowledgeBaseId, [versionId, activeId])) !== activeId) return false;
    if ((await indexVersionRepository.countBehind(tx.db, { versionId, activeId })) > 0) return false;
    if (run.input['switches'] === true) await switchIndex(tx, { knowledgeBaseId, versionId, activeId });
    else await indexVersionRepository.setReady(tx.db, versionId, tx.now());
    return true;
  });

const noteOf = (documents: number): string =>
  documents === 1 ? 'One document was taken over.' : `${documents} documents were taken over.`;

const handle = async (run: RunHandle): Promise<string> => {
  let done = Number(run.checkpoint['done'] ?? 0);
  for (;;) {
    const work = await run.step((tx) => readWork(tx, run.subjectId));
    const { version, activeId, documents } = work;
    if (version.id === activeId) return noteOf(done);
    if (documents.length === 0 && (await conclude(run, work))) return noteOf(done);
    const total = done + documents.length;
    for (const document of documents) {
      run.signal.throwIfAborted();
      await carryDocument(run, { version, activeId, ...document });
      done += 1;
      await run.saveCheckpoint({ done });
      await run.progress(done / total, `${done} of ${total} documents`);
    }
  }
};

/** The run that makes a version hold everything that the active one holds, and then activates it if that was ordered. */
export const reindexRun = defineRun({
  kind: reindexKind,
  topic: ({ input }) => `knowledge.index:${String(input['knowledgeBaseId'])}`,
  handle,
});
