import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { type FileValue, isFile } from '@atelier/contracts/fields/file-value';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Part } from '../../../../kernel/module/part.ts';
import { beginHere, startHere } from '../../../../kernel/runs/requests/index.ts';
import { filesOfPayload, receiveParts, takeFiles } from '../engine/files/receive-files.ts';
import { flowStart, orderFlowRun } from '../engine/flow-rules.ts';
import type { FlowRunInput } from '../engine/flow-run-type.ts';
import { versionedFlows } from '../flow-drafts.ts';

interface Start {
  /** The stored rules of the flow. */
  settings: unknown;
  input: FlowRunInput;
  /** A start with the same key has no effect for a week. */
  key?: string | undefined;
  /** True for a caller that waits for the run, which then begins while its start is being stored. */
  waits?: boolean;
}

export interface StartedRun {
  runId: string;
  /** Resolves when the start is committed. Pass on nothing that the run gives before that. */
  stored: Promise<void>;
}

/** Starts a run of a flow by the stored rules of the flow, in this process when it has room. */
export const startFlowRun = async (
  ctx: Ctx,
  { settings, input, key, waits = false }: Start,
): Promise<StartedRun> => {
  const stored = Promise.resolve();
  if (key !== undefined)
    return { runId: await ctx.tx((tx) => orderFlowRun(tx, settings, input, key)), stored };
  const { type, start } = flowStart(settings, input);
  // Files are held by stored runs only.
  if (waits && !input.files) {
    const begun = await beginHere(ctx, type, start);
    return { runId: begun.runId ?? fail('server.internal'), stored: begun.stored };
  }
  const runId = (await startHere(ctx, type, start)) ?? fail('server.internal');
  // A run that begins takes its files by itself; one that waits for its turn would lose them after a day.
  if (input.files) await ctx.tx((tx) => takeFiles(tx, runId, input));
  return { runId, stored };
};

/** Runs the published version by hand. Returns the run. Throws `flows.not_found`, `flows.not_published` and `flows.disabled`. */
export const runByHand = async (
  ctx: Ctx,
  flowId: string,
  payload: JsonValue = null,
): Promise<Pick<StartedRun, 'runId'>> => {
  const { versionId, settings } = await ctx.tx(async (tx) => {
    const { status, publishedVersionId, settings: rules } = await versionedFlows.find(tx, flowId);
    if (publishedVersionId === null) return fail('flows.not_published');
    if (status === 'DISABLED') fail('flows.disabled');
    await tx.audit('flows.started', flowId, { versionId: publishedVersionId });
    return { versionId: publishedVersionId, settings: rules };
  });
  const place = { flowId, versionId, environment: 'PRODUCTION', depth: 0 } as const;
  const input = { ...place, trigger: null, payload, ...filesOfPayload(payload, null) };
  return startFlowRun(ctx, { settings, input });
};

/** Runs the newest version as it is now, with the sample of the trigger unless there is another payload. Returns the run. Throws `flows.not_found`. */
export const testFlow = async (
  ctx: Ctx,
  flowId: string,
  payload: JsonValue | undefined,
): Promise<Pick<StartedRun, 'runId'>> => {
  const { row } = await ctx.tx(async (tx) => {
    const { newestVersionId } = await versionedFlows.find(tx, flowId);
    await tx.audit('flows.tested', flowId, { versionId: newestVersionId });
    return versionedFlows.findVersion(tx, flowId, newestVersionId);
  });
  const sample = (row.content.triggers[0]?.sample ?? null) as JsonValue;
  const given = payload === undefined ? sample : payload;
  const place = {
    flowId,
    versionId: row.id,
    content: row.content,
    environment: 'TESTING',
    depth: 0,
  } as const;
  const input = { ...place, trigger: null, payload: given, ...filesOfPayload(given, null) };
  return startFlowRun(ctx, { settings: {}, input });
};

/**
 * Stores the one file of a form for the next run of a flow by hand. Throws `flows.not_found`, `flows.file_too_large`, `flows.no_file`,
 * `billing.plan_limit` and `storage.full`.
 */
export const uploadForRun = async (
  ctx: Ctx,
  flowId: string,
  parts: AsyncIterable<Part>,
): Promise<FileValue> => {
  await ctx.tx((tx) => versionedFlows.find(tx, flowId));
  const { body } = await receiveParts(ctx, { flowId }, parts);
  const [file] = Object.values(Object(body) as Record<string, unknown>).filter(isFile);
  return file ?? fail('flows.no_file');
};
