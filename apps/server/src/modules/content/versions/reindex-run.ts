import { AppError } from '../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineRun, type RunContext, type RunSubject } from '../../../kernel/runs/index.ts';
import { type IndexVersionRow } from '../bases/declarations.ts';
import {
  findIndexVersion,
  findKnowledgeBaseRow,
  knowledgeBaseNames,
  updateIndexVersion,
} from '../bases/index.ts';
import { activeIndex, reindexRunType } from '../indexing/index.ts';
import { carryDocument } from './carry/carry-document.ts';
import { versionContentRepository } from './repository.ts';
import { cancelVersion, resumeVersion } from './service/start-version.ts';
import { switchIndex } from './service/switch-index.ts';

interface Work {
  version: IndexVersionRow;
  activeId: string;
  documents: Awaited<ReturnType<typeof versionContentRepository.listBehind>>;
}

const readWork = async (tx: TxCtx, versionId: string): Promise<Work> => {
  const version = await findIndexVersion(tx, versionId);
  const base = version && (await findKnowledgeBaseRow(tx, version.knowledgeBaseId));
  if (!base) throw new AppError('index_versions.not_found');
  const activeId = base.index.id;
  return {
    version,
    activeId,
    documents: await versionContentRepository.listBehind(tx.db, {
      knowledgeBaseId: version.knowledgeBaseId,
      versionId,
      activeId,
    }),
  };
};

/**
 * Holds the locks of both versions, so that nothing can change between the last check and the switch. Returns whether the
 * run has ended.
 */
const conclude = (run: RunContext, { version, activeId }: Work, switches: boolean): Promise<boolean> =>
  run.write(async (tx) => {
    const { knowledgeBaseId, id: versionId } = version;
    const pair = { knowledgeBaseId, versionId, activeId };
    if ((await activeIndex.lockVersions(tx, knowledgeBaseId, [versionId, activeId])) !== activeId)
      return false;
    if ((await versionContentRepository.countBehind(tx.db, pair)) > 0) return false;
    if (switches) await switchIndex(tx, pair);
    else await updateIndexVersion(tx, versionId, { readyAt: tx.now() });
    return true;
  });

const noteOf = (documents: number): string =>
  documents === 1 ? 'One document was taken over.' : `${documents} documents were taken over.`;

const handle = async (
  run: RunContext,
  { switches }: { switches: boolean },
): Promise<{ documents: number }> => {
  // Documents that an earlier call of this code has taken over are no longer behind.
  const behind = await run.transaction(
    'count',
    async (tx) => (await readWork(tx, run.subjectId)).documents.length,
  );
  let done = Math.max(0, behind - (await run.write((tx) => readWork(tx, run.subjectId))).documents.length);
  for (;;) {
    const work = await run.write((tx) => readWork(tx, run.subjectId));
    const { version, activeId, documents } = work;
    if (version.id === activeId) return { documents: done };
    if (documents.length === 0 && (await conclude(run, work, switches))) return { documents: done };
    const total = done + documents.length;
    for (const document of documents) {
      run.signal.throwIfAborted();
      await carryDocument(run, { version, activeId, ...document });
      done += 1;
      await run.progress(done / total, `${done} of ${total} documents`);
    }
  }
};

const toVersionIds = ({ subjectId, scopeId }: RunSubject) => ({ id: scopeId, versionId: subjectId });

/** The run that makes a version hold everything that the active one holds, and then activates it if that was ordered. */
export const reindexRun = defineRun({
  ...reindexRunType,
  topic: ({ scopeId }) => `knowledge.index:${scopeId}`,
  run: handle,
  screen: {
    subjects: knowledgeBaseNames.asSubjects('index'),
    cancel: (ctx, run) => cancelVersion(ctx, toVersionIds(run)),
    retry: (ctx, run) => resumeVersion(ctx, toVersionIds(run), {}),
  },
  note: ({ documents }) => noteOf(documents),
});
