import type { FlowRunDetails } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { cancelRun } from '../../../../../kernel/runs/index.ts';
import { replayRun, runLists } from '../../../../../kernel/runs/view/index.ts';
import { retryWithFiles } from '../../../runs/index.ts';
import { filesOfPayload, takeFiles } from '../../engine/files/receive-files.ts';
import { FlowRunInput, flowRunKind, flowRunType } from '../../engine/flow-run-type.ts';
import { findFlowRun, getFlowRun } from './read-runs.ts';

/** Cancels a run with its branches. Throws `flows.run_not_found` and `run.already_finished`. */
export const cancelFlowRun = (ctx: AnyCtx, runId: string): Promise<FlowRunDetails> =>
  ctx.tx(async (tx) => {
    const { subjectId } = await findFlowRun(tx, runId, [flowRunKind]);
    await cancelRun(tx, runId);
    await tx.audit('flows.run_cancelled', subjectId ?? runId, { runId });
    return getFlowRun(tx, runId);
  });

/** Continues a run at the step that failed, as a new run. Throws `flows.run_not_found` and `run.not_retryable`. */
export const retryFlowRun = (ctx: AnyCtx, runId: string): Promise<{ runId: string }> =>
  ctx.tx(async (tx) => {
    const { subjectId } = await findFlowRun(tx, runId, [flowRunKind]);
    const newId = await retryWithFiles(tx, runId);
    await tx.audit('flows.run_retried', subjectId ?? runId, { runId, by: newId });
    return { runId: newId };
  });

/** Runs a finished run again from its start. Throws `flows.run_not_found` and `run.not_finished`. */
export const replayFlowRun = (
  ctx: AnyCtx,
  runId: string,
  payload: JsonValue | undefined,
): Promise<{ runId: string }> =>
  ctx.tx(async (tx) => {
    const { subjectId } = await findFlowRun(tx, runId, [flowRunKind]);
    const all = ['flowId', 'versionId', 'content', 'environment', 'depth', 'trigger', 'payload'];
    const kinds = [flowRunKind];
    const whole = await runLists.find(tx.db, { id: runId, kinds, parts: all, visible: undefined });
    const present = FlowRunInput.parse({ ...whole?.input, content: whole?.input['content'] ?? undefined });
    const given = payload === undefined ? present.payload : payload;
    const { files: _before, ...unchanged } = present;
    const input = { ...unchanged, payload: given, ...filesOfPayload(given, runId) };
    const newId = await replayRun(tx, flowRunType, { runId, fromStep: 1, input });
    // Files that were attached for this run are held by no other.
    await takeFiles(tx, newId, { flowId: present.flowId, ...filesOfPayload(given, null) });
    await tx.audit('flows.run_replayed', subjectId ?? runId, { runId, by: newId });
    return { runId: newId };
  });
