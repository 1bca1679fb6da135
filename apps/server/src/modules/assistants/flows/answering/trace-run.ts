import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type FamilyStep, runFamilies, type SubjectRun } from '../../../../kernel/runs/view/index.ts';
import type { Answering } from '../../apps/index.ts';
import { flowBranchKind } from '../engine/flow-run-type.ts';
import { begin, readJournalName, shownEntries } from '../engine/journal-names.ts';
import { findStarted } from '../runs/started-runs.ts';

/** The most steps that the trace of an answer has. */
const mostTraced = 100;

export const titleFor = ({ steps, triggers }: Flow, name: string): string =>
  (steps[name] ?? triggers.find((trigger) => trigger.name === name))?.displayName ?? name;

/** A step with what it cost, and what the run cost that it started, in micro-credits. */
export type CostedStep = FamilyStep & { costBelow: number };

/** Reads the steps of a run and of its branches. */
export const readSteps = (system: Ctx, runId: string): Promise<CostedStep[]> =>
  system.tx(async (tx) => {
    const steps = await runFamilies.listFamilySteps(
      tx.db,
      { runId, childKind: flowBranchKind, names: shownEntries, beginning: begin },
      { after: undefined, limit: mostTraced },
    );
    const started = await findStarted(tx, steps);
    return steps.map((step) => ({ ...step, costBelow: started.of(step)?.cost ?? 0 }));
  });

/** Adds the run and its steps to the trace of the answer. */
export const traceRun = (
  { trace }: Answering.Writing,
  flow: Flow,
  { run, steps }: { run: SubjectRun; steps: readonly CostedStep[] },
): void => {
  const { id, status, createdAt, finishedAt } = run;
  const durationMs = Math.max(0, (finishedAt ?? createdAt).getTime() - createdAt.getTime());
  const outcome = status === 'COMPLETED' ? 'SUCCEEDED' : 'FAILED';
  trace({
    kind: 'STEP',
    title: `Flow “${flow.displayName}”`,
    status: outcome,
    durationMs,
    detail: '',
    runId: id,
  });
  for (const { name, cause, ms, cost, costBelow } of steps) {
    const { step, isBeginning } = readJournalName(name);
    const isTrigger = flow.triggers.some((trigger) => trigger.name === step);
    if (isBeginning || isTrigger) continue;
    trace({
      kind: 'STEP',
      title: titleFor(flow, step),
      status: cause ? 'FAILED' : 'SUCCEEDED',
      durationMs: Math.round(ms),
      detail: cause?.message ?? '',
      ...(cost + costBelow > 0 && { credits: toCredits(cost + costBelow) }),
    });
  }
};
