import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { defineRun, type RunContext } from '../../../../../kernel/runs/index.ts';
import { knowledgeTopic } from '../../../bases/declarations.ts';
import { importRepository } from '../../../bases/index.ts';
import { documentsAsSubjects, searchDocuments } from '../../service/documents-as-subjects.ts';
import { orderSummary, summaryRunType } from './order-summary.ts';
import { type WrittenSummary, writeSummary } from './write-summary.ts';

const save = (tx: TxCtx, importId: string, { summary, kind }: WrittenSummary): Promise<boolean> =>
  importRepository.endSummary(tx.db, importId, {
    summary,
    summaryKind: kind,
    summaryState: 'READY',
    summaryError: null,
  });

const handle = async (run: RunContext): Promise<null> => {
  // The result is recorded, so that a summary that was paid for is not written again when the server stops before the run has ended. What
  // is written again because it stopped in between is charged once.
  const written = await run.outward('write', { repeat: 'with-key' }, ({ signal, charges }) =>
    writeSummary(run.ctx.within({ charges: charges() }), run.subjectId, signal, (fraction) =>
      run.progress(fraction, 'Summarizing'),
    ),
  );
  await run.write(async (tx) => {
    await save(tx, run.subjectId, written);
  });
  return null;
};

/** The run that summarizes one document after its import. */
export const summaryRun = defineRun({
  ...summaryRunType,
  topic: ({ scopeId }) => knowledgeTopic(scopeId),
  run: handle,
  screen: {
    subjects: documentsAsSubjects,
    search: searchDocuments,
    retry: (ctx, { subjectId }) => orderSummary(ctx, subjectId),
  },
  ended: async (tx, { subjectId, status, cause }) => {
    if (status === 'COMPLETED') return;
    await importRepository.endSummary(tx.db, subjectId, {
      summaryState: 'ERRORED',
      summaryError: cause?.message ?? 'It was stopped. Please order it again.',
    });
  },
});
