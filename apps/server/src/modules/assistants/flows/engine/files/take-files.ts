import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { filesIn } from '@atelier/contracts/fields/file-value';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { runFiles } from '../../../../content/files/index.ts';
import type { FlowRunInput } from '../flow-run-type.ts';

/**
 * Returns the part of an input that names the files of its payload: those that the run `of` holds, or, with null, those that were uploaded for
 * the flow. For starts by those who may read these files; whoever calls a webhook may only name files that came with the call.
 */
export const filesOfPayload = (payload: JsonValue, of: string | null): Pick<FlowRunInput, 'files'> => {
  const ids = filesIn(payload).map(({ id }) => id);
  return ids.length === 0 ? {} : { files: { ids, of } };
};

/** Lets a run hold the files that its input names, so that they live as long as the run. */
export const takeFiles = async (
  tx: TxCtx,
  runId: string,
  { files, flowId }: Pick<FlowRunInput, 'files' | 'flowId'>,
): Promise<void> => {
  if (!files) return;
  const { ids, of } = files;
  await runFiles.hold(tx, runId, { ids, from: of === null ? { scopeId: flowId } : { runId: of } });
};
