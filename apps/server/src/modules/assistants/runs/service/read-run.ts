import type { RunDetails } from '@atelier/contracts/assistants/runs/run-shapes';
import type { runs } from '@atelier/contracts/assistants/runs/runs';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { Permission } from '@atelier/contracts/kernel/permissions';
import { toCredits } from '../../../../kernel/base/credits.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import type { RunScreen, RunStatus } from '../../../../kernel/runs/index.ts';
import {
  type ChildRow,
  isTerminal,
  knownRuns,
  listSteps,
  type RunView,
  readStepResult,
  runFamilies,
  runLists,
  viewRun,
} from '../../../../kernel/runs/view/index.ts';
import {
  nameOfActor,
  presentLine,
  presentSpan,
  presentStep,
  presentWaits,
  titleFor,
  toPreview,
} from '../present.ts';
import { findRunSubjects, visibleRuns } from './subjects.ts';

interface Asked {
  may: (permission: Permission) => boolean;
  status: RunStatus;
  /** Undefined when the server does not know the kind. */
  screen: RunScreen | undefined;
  /** False when a later run of the same kind and subject exists. */
  isNewest: boolean;
}

const mayWrite = ({ may }: Asked): boolean => may('runs:write');

const canCancel = (asked: Asked): boolean =>
  mayWrite(asked) && !isTerminal(asked.status) && asked.screen?.cancel !== undefined;

const canRetry = (asked: Asked): boolean =>
  mayWrite(asked) &&
  (asked.status === 'FAILED' || asked.status === 'CANCELLED') &&
  asked.isNewest &&
  asked.screen?.retry !== undefined;

const canReplay = (asked: Asked): boolean =>
  mayWrite(asked) && isTerminal(asked.status) && asked.screen?.canReplay === true;

type Endpoints = (typeof runs)['endpoints'];

/** Throws `run.not_found` also when the actor may not see the run. */
export const checkVisible = async (tx: TxCtx, runId: string): Promise<void> => {
  if (!(await runLists.find(tx.db, { id: runId, visible: visibleRuns(tx) }))) fail('run.not_found');
};

const computeAbilities = async (tx: TxCtx, run: RunView): Promise<RunDetails['abilities']> => {
  const newest =
    run.subjectId === null ? run.id : await runLists.findNewestLike(tx.db, run.kind, run.subjectId);
  const { screen } = knownRuns(tx.services).newest(run.kind) ?? {};
  const asked = { may: tx.may, status: run.status, screen, isNewest: newest === run.id };
  return { canCancel: canCancel(asked), canRetry: canRetry(asked), canReplay: canReplay(asked) };
};

const presentChild = (tx: TxCtx, row: ChildRow): RunDetails['children'][number] => ({
  ...presentSpan(row),
  parentId: row.parentId,
  title: titleFor(tx, row.kind),
  status: row.status,
});

/** Names the run that this one retries or replays, if that run still exists. */
const namedRun = (tx: TxCtx, kinds: Map<string, string>, runId: string | null) => {
  const kind = runId === null ? undefined : kinds.get(runId);
  return runId === null || kind === undefined ? null : { runId, title: titleFor(tx, kind) };
};

const presentRun = async (tx: TxCtx, run: RunView): Promise<RunDetails> => {
  const [subjects, children, kinds, abilities] = [
    await findRunSubjects(tx, [run]),
    await runFamilies.listDescendants(tx.db, run.id, visibleRuns(tx)),
    await runLists.findKinds(
      tx.db,
      [run.parentId, run.originId].filter((id) => id !== null),
    ),
    await computeAbilities(tx, run),
  ];
  return {
    ...presentLine(tx, run, subjects.get(run.id)),
    version: run.version,
    engine: run.engine,
    attempts: run.attempts,
    losses: run.losses,
    budgetCredits: run.budget === null ? null : toCredits(run.budget),
    orderedBy: nameOfActor(run.actor),
    origin: namedRun(tx, kinds, run.originId),
    parent: namedRun(tx, kinds, run.parentId),
    input: { text: run.inputPreview, size: run.inputSize },
    output: toPreview(run.outputPreview, run.outputSize),
    stages: run.stages.map(({ name, at }) => ({ name, at: new Date(at).toISOString() })),
    waits: isTerminal(run.status) ? [] : presentWaits(run),
    children: children.slice(0, runFamilies.mostChildren).map((row) => presentChild(tx, row)),
    hasMoreChildren: children.length > runFamilies.mostChildren,
    abilities,
  };
};

/** Throws `run.not_found`. */
export const getRun = (ctx: AnyCtx, runId: string): Promise<RunDetails> =>
  ctx.tx(async (tx) => {
    await checkVisible(tx, runId);
    return presentRun(tx, await viewRun(tx, runId));
  });

/** Throws `run.not_found`. */
export const listRunSteps = (
  ctx: AnyCtx,
  runId: string,
  { after, limit }: RequestOf<Endpoints['steps']>['query'],
) =>
  ctx.tx(async (tx) => {
    await checkVisible(tx, runId);
    const rows = await listSteps(tx, runId, { after, limit: limit + 1 });
    const steps = rows.slice(0, limit).map(presentStep);
    return { steps, next: rows.length > limit ? (steps.at(-1)?.seq ?? null) : null };
  });

/** Reads a piece of an input or output. Throws `run.not_found`, also when there is none. */
export const readRunText = (
  ctx: AnyCtx,
  runId: string,
  { of, seq, from }: RequestOf<Endpoints['text']>['query'],
) =>
  ctx.tx(async (tx) => {
    await checkVisible(tx, runId);
    const places = { INPUT: 'input', OUTPUT: 0, STEP: seq ?? -1 } as const;
    return readStepResult(tx, runId, { seq: places[of], from });
  });
