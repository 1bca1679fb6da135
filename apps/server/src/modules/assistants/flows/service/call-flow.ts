import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { prepareAgentFlow } from '@atelier/flows/agent';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { awaitRun, failureOfRun, startHere, stopRun } from '../../../../kernel/runs/requests/index.ts';
import { readStepResult } from '../../../../kernel/runs/view/index.ts';
import { filesOfPayload } from '../engine/files/receive-files.ts';
import { type FlowRunInput, FlowRunOutput, flowRunKind, flowRunType } from '../engine/flow-run-type.ts';
import { newKeyName, type RunKey } from '../engine/key/run-keys.ts';
import { type FlowLinks, linksIn } from '../engine/tasks/tasks-in.ts';
import { versionedFlows } from '../flow-drafts.ts';
import { visibleFlows } from '../flow-entity.ts';
import { flowRepository, versionRepository } from '../repository.ts';
import { triggerCode } from '../triggers/schedule.ts';
import { triggerRepository } from '../triggers/trigger-repository.ts';

/** The type of the runs that an agent starts as a tool. */
export { type FlowRunOutput, flowRunType };

interface ReadyFlow {
  versionId: string;
  content: Flow;
}

const findReady = async (tx: TxCtx, flowId: string): Promise<ReadyFlow | undefined> => {
  const start = await triggerRepository.findStart(tx.db, flowId);
  return start?.status === 'ENABLED' && start.versionId !== null && start.content
    ? { versionId: start.versionId, content: start.content }
    : undefined;
};

/** Returns what the newest version of a flow starts; undefined for a flow that does not exist. */
export const findFlowLinks = async (tx: TxCtx, flowId: string): Promise<FlowLinks | undefined> => {
  const flow = await flowRepository.find(tx.db, flowId);
  const version = flow && (await versionRepository.find(tx.db, flowId, flow.newestVersionId));
  return version && linksIn(version.row.content);
};

const isWebhook = ({ triggers }: Flow): boolean => triggers[0]?.settings?.pieceName === 'webhook';

/** Returns an example of what a flow takes as its input; undefined when there is none, or when the flow is off or not published. */
export const findFlowInput = async (tx: TxCtx, flowId: string): Promise<{ example: unknown } | undefined> => {
  const ready = await findReady(tx, flowId);
  if (!ready) return undefined;
  const sample: unknown = ready.content.triggers[0]?.sample ?? null;
  return {
    example: isWebhook(ready.content) ? ((Object(sample) as { body?: unknown }).body ?? null) : sample,
  };
};

/**
 * Returns the input of a run of the published version that an agent starts: the flow begins with the input that the agent gives, and ends with
 * an output (FLOW-12 to FLOW-18). Undefined when the flow is off or not published.
 */
export const prepareFlowCall = async (
  tx: TxCtx,
  flowId: string,
  { input, ...order }: { input: JsonValue; depth: number; cites?: boolean },
): Promise<FlowRunInput | undefined> => {
  const ready = await findReady(tx, flowId);
  return (
    ready && {
      ...{ flowId, versionId: ready.versionId, environment: 'PRODUCTION', trigger: null, ...order },
      content: prepareAgentFlow(ready.content),
      payload: isWebhook(ready.content) ? { body: input } : input,
    }
  );
};

/** A record of a worker, for the flow that does the work. */
interface RecordForFlow {
  /** The input in words and files. The files were copied for the flow (`copyForFlow`). */
  input: Record<string, JsonValue>;
  /** The ids that the step “Advanced Agent Dashboard Settings” takes from the body of the trigger (FLOW-09). */
  origin: { tenantId: string; workerId: string; workerRecordId: string };
  /** The rights of the key of the run. Its name is the `apiKey` in the body of the trigger. */
  key: Omit<RunKey, 'name'>;
  depth: number;
}

/** Returns the flow with its trigger for records in the first place, because the first trigger says what the input of a flow is. */
const startedByRecord = (flow: Flow): { flow: Flow; trigger: string | null } => {
  const trigger = flow.triggers.find((each) => triggerCode(each)?.kind === 'worker');
  if (!trigger) return { flow, trigger: null };
  const others = flow.triggers.filter((each) => each !== trigger);
  return { flow: { ...flow, triggers: [trigger, ...others] }, trigger: trigger.name };
};

/**
 * As `prepareFlowCall`, for a record. A flow with a trigger for records starts with the record, one with a webhook gets it as its body, and
 * every other flow as its input.
 */
export const prepareFlowForRecord = async (
  tx: TxCtx,
  flowId: string,
  { input, origin, depth, key: opened }: RecordForFlow,
): Promise<FlowRunInput | undefined> => {
  const ready = await findReady(tx, flowId);
  if (!ready) return undefined;
  const { flow, trigger } = startedByRecord(ready.content);
  const key = { name: newKeyName(), ...opened };
  const sent = { ...origin, apiKey: key.name };
  const payload = isWebhook(flow) ? { body: { ...input, ...sent } } : { ...input, body: sent };
  return {
    ...{ flowId, versionId: ready.versionId, environment: 'PRODUCTION', depth, trigger, key },
    ...{ content: prepareAgentFlow(flow), payload },
    ...filesOfPayload(payload, null),
  };
};

/** A flow that programs may run, with an example of its input. */
export interface FlowForPrograms {
  flowId: string;
  name: string;
  description: string;
  example: unknown;
}

/** The most flows that are listed. */
const mostListed = 200;
/** The longest time that a program waits. The flow goes on after it. */
const patienceMs = 9 * 60_000;

/** Lists the flows that are published and switched on, and that the actor sees. */
export const listFlowsForPrograms = (ctx: Ctx): Promise<FlowForPrograms[]> =>
  ctx.may('flows:read')
    ? ctx.tx(async (tx) => {
        const filter = { isPublished: true, status: 'ENABLED', visible: visibleFlows(tx) } as const;
        const rows = await flowRepository.newest(tx.db, filter, mostListed);
        const found = await Promise.all(
          rows.map(async ({ id, name }): Promise<FlowForPrograms[]> => {
            const input = await findFlowInput(tx, id);
            return input ? [{ flowId: id, name, description: '', example: input.example }] : [];
          }),
        );
        return found.flat();
      })
    : Promise.resolve([]);

const readOutput = (ctx: Ctx, runId: string): Promise<JsonValue> =>
  ctx.tx(async (tx) => {
    let text = '';
    for (let from: number | null = 0; from !== null; ) {
      const part = await readStepResult(tx, runId, { seq: 0, from });
      text += part.text;
      from = part.next;
    }
    return FlowRunOutput.parse(parseJson(text)).output;
  });

const start = async (ctx: Ctx, flowId: string, input: JsonValue): Promise<string> => {
  const prepared = await ctx.tx(async (tx) => {
    await versionedFlows.find(tx, flowId);
    await tx.audit('flows.started', flowId);
    return prepareFlowCall(tx, flowId, { input, depth: 0 });
  });
  const subject = { subjectId: flowId, scopeId: flowId };
  const runId = await startHere(ctx, flowRunType, { input: prepared ?? fail('flows.disabled'), ...subject });
  return runId ?? fail('server.internal');
};

/**
 * Runs a flow for a program, which gives the input of its trigger and gets its output. The run is cancelled when the program leaves. Throws
 * `flows.not_found`, `flows.disabled`, `flows.run_failed` and `flows.still_running`.
 */
export const runFlowForProgram = async (
  ctx: Ctx,
  { flowId, input }: { flowId: string; input: JsonValue },
  signal: AbortSignal,
): Promise<{ runId: string; output: JsonValue }> => {
  const runId = await start(ctx, flowId, input);
  const awaited = { runId, kind: flowRunKind };
  const timeUp = AbortSignal.timeout(patienceMs);
  const run = await awaitRun(ctx, awaited, { signal: AbortSignal.any([signal, timeUp]) }).catch(
    async (error: unknown) => {
      if (timeUp.aborted && !signal.aborted) return fail('flows.still_running', { runId });
      await stopRun(ctx, awaited);
      throw error;
    },
  );
  if (run?.status === 'COMPLETED') return { runId, output: await readOutput(ctx, runId) };
  const message = run?.cause?.message;
  const failure = new AppError('flows.run_failed', { runId }, message === undefined ? {} : { message });
  throw failureOfRun(run?.cause, failure);
};
