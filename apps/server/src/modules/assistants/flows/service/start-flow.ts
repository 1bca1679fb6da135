import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { beginHere, startHere } from '../../../../kernel/runs/requests/index.ts';
import { filesOfPayload, takeFiles } from '../engine/files/receive-files.ts';
import { flowStart, orderFlowRun } from '../engine/flow-rules.ts';
import type { FlowRunInput } from '../engine/flow-run-type.ts';
import { findFlow, findVersion } from './reads.ts';

/**
 * Starts a run of a flow by the stored rules of the flow, in this process when it has room. A start with the same key has no effect for a
 * week. Returns the id of the run.
 */
export const startFlowRun = async (
  ctx: Ctx,
  settings: unknown,
  input: FlowRunInput,
  key?: string,
): Promise<string> => {
  if (key !== undefined) return ctx.tx((tx) => orderFlowRun(tx, settings, input, key));
  const { type, start } = flowStart(settings, input);
  const runId = (await startHere(ctx, type, start)) ?? fail('server.internal');
  // A run that begins takes its files by itself; one that waits for its turn would lose them after a day.
  if (input.files) await ctx.tx((tx) => takeFiles(tx, runId, input));
  return runId;
};

/** As `startFlowRun`, for callers that wait for the run. Pass on nothing that it gives before `stored`. */
export const beginFlowRun = async (
  ctx: Ctx,
  settings: unknown,
  input: FlowRunInput,
  key?: string,
): Promise<{ runId: string; stored: Promise<void> }> => {
  // Files are held by stored runs only, and so are keys.
  if (input.files || key !== undefined)
    return { runId: await startFlowRun(ctx, settings, input, key), stored: Promise.resolve() };
  const { type, start } = flowStart(settings, input);
  const { runId, stored } = await beginHere(ctx, type, start);
  return { runId: runId ?? fail('server.internal'), stored };
};

/** Runs the published version by hand. Throws `flows.not_found`, `flows.not_published` and `flows.disabled`. */
export const runByHand = async (ctx: Ctx, flowId: string, payload: JsonValue = null): Promise<string> => {
  const { versionId, settings } = await ctx.tx(async (tx) => {
    const { status, publishedVersionId, settings: rules } = await findFlow(tx, flowId);
    if (publishedVersionId === null) return fail('flows.not_published');
    if (status === 'DISABLED') fail('flows.disabled');
    await tx.audit('flows.started', flowId, { versionId: publishedVersionId });
    return { versionId: publishedVersionId, settings: rules };
  });
  const place = { flowId, versionId, environment: 'PRODUCTION', depth: 0 } as const;
  const input = { ...place, trigger: null, payload, ...filesOfPayload(payload, null) };
  return startFlowRun(ctx, settings, input);
};

/** Runs the newest version as it is now, with the sample of the trigger unless there is another payload. Throws `flows.not_found`. */
export const testFlow = async (ctx: Ctx, flowId: string, payload: JsonValue | undefined): Promise<string> => {
  const { row } = await ctx.tx(async (tx) => {
    const { newestVersionId } = await findFlow(tx, flowId);
    await tx.audit('flows.tested', flowId, { versionId: newestVersionId });
    return findVersion(tx, flowId, newestVersionId);
  });
  const sample = (row.content.triggers[0]?.sample ?? null) as JsonValue;
  const given = payload === undefined ? sample : payload;
  return startFlowRun(
    ctx,
    {},
    {
      flowId,
      versionId: row.id,
      content: row.content,
      environment: 'TESTING',
      depth: 0,
      trigger: null,
      payload: given,
      ...filesOfPayload(given, null),
    },
  );
};
