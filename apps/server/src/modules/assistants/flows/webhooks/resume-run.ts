import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { sendSignal } from '../../../../kernel/runs/requests/index.ts';
import { runLists } from '../../../../kernel/runs/view/index.ts';
import { openToken } from '../../runs/index.ts';
import type { FileOwner } from '../engine/files/file-owner.ts';
import { flowBranchKind, flowRunKind } from '../engine/flow-run-type.ts';
import { resumeSignal } from '../engine/run-control.ts';
import { type Arriving, bringBody, noteRefusal, readCall } from './read-call.ts';

/** The flow with its version, and the run that was started, for which a branch works too. */
const findFileOwner = async (ctx: Ctx, runId: string): Promise<FileOwner & { versionId: string }> => {
  const found = await ctx.tx(({ db }) =>
    runLists.find(db, {
      id: runId,
      kinds: [flowRunKind, flowBranchKind],
      parts: ['rootRunId', 'versionId'],
      visible: undefined,
    }),
  );
  if (!found) return fail('flows.nothing_waits');
  const { rootRunId, versionId } = found.input;
  return {
    flowId: found.subjectId ?? '',
    versionId: typeof versionId === 'string' ? versionId : '',
    runId: typeof rootRunId === 'string' ? rootRunId : runId,
  };
};

interface Visit {
  token: string;
  query: Record<string, unknown>;
  accept: string | undefined;
}

/**
 * Returns the path of the page whose button continues a run. A program gets a failure instead, as it would take the page for a success.
 * Throws `flows.nothing_waits` and `flows.resumed_by_post`.
 */
export const findResumePage = async (
  anonymous: Anonymous,
  { token, query, accept = '' }: Visit,
): Promise<string> => {
  if (!(await openToken(anonymous, token, resumeSignal))) fail('flows.nothing_waits');
  if (!accept.includes('text/html')) fail('flows.resumed_by_post');
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) search.append(name, String(value));
  return `/resume/${encodeURIComponent(token)}${search.size === 0 ? '' : `?${search.toString()}`}`;
};

/** Continues a run that waits for a request. Throws `flows.nothing_waits`, `request.unreadable` and `run.already_finished`. */
export const resumeRun = async (anonymous: Anonymous, token: string, arriving: Arriving): Promise<void> => {
  const opened = await openToken(anonymous, token, resumeSignal);
  const { ctx, runId, name } = opened ?? fail('flows.nothing_waits');
  const { rawBody: _bytes, ...call } = readCall(arriving);
  const { versionId, ...owner } = await findFileOwner(ctx, runId);
  const { body } = await bringBody(ctx, owner, { arriving }).catch(async (error: unknown) => {
    await noteRefusal(ctx, { flowId: owner.flowId, versionId, trigger: null }, { arriving, error });
    throw error;
  });
  await ctx.tx(async (tx) => {
    const signal = { runId, name, payload: { ...call, body }, isForOneWait: true };
    if (!(await sendSignal(tx, signal))) fail('flows.nothing_waits');
  });
};
