import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { awaitRun, failureOfRun, startHere, stopRun } from '../../../../kernel/runs/requests/index.ts';
import { readStepResult } from '../../../../kernel/runs/view/index.ts';
import { FlowRunOutput, flowRunKind, flowRunType } from '../engine/flow-run-type.ts';
import { visibleFlows } from '../flow-entity.ts';
import { flowRepository } from '../repository.ts';
import { findFlowInput, prepareFlowCall } from '../service/call-flow.ts';
import { findFlow } from '../service/reads.ts';

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
    await findFlow(tx, flowId);
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
