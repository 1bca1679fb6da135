import { toCredits } from '../../base/credits.ts';
import { errorType, genAi, own } from '../../telemetry/conventions.ts';
import { recordWork, toSpanParent } from '../../telemetry/span.ts';
import type { RunStatus } from '../definition/define-run.ts';
import type { JournalRow } from '../definition/rows.ts';
import type { ActiveRun } from './active-run.ts';

/** The most steps of one call of a run's code that are exported. Runs of flows may have tens of thousands. */
const mostSteps = 500;
/** Exports a step that was just recorded. What the engine notes for itself begins with `@`. */
export const exportStep = (active: ActiveRun, entry: JournalRow, tookMs: number): void => {
  const { ctx, definition } = active;
  if (!ctx.services.telemetry.isOn || entry.n.startsWith('@') || definition.trace?.steps === false) return;
  active.exported.steps += 1;
  if (active.exported.steps > mostSteps) return;
  const failure = failureIn(entry);
  recordWork(ctx, entry.n, {
    tookMs,
    failure,
    attributes: {
      [own.run]: active.claim.id,
      [own.attempts]: entry.a,
      [own.credits]: entry.c === undefined ? undefined : toCredits(entry.c),
    },
  });
};

const failureIn = ({ f }: JournalRow): string | undefined =>
  typeof f === 'object' && f !== null && 'code' in f ? String(f.code) : undefined;

/** Exports a run that has ended. Each run is a trace of its own, which names the run that started it. */
export const exportRun = (
  active: ActiveRun,
  { status, failure }: { status: RunStatus; failure: string | undefined },
): void => {
  const { ctx, claim, definition, exported } = active;
  const { telemetry } = ctx.services;
  if (!telemetry.isOn) return;
  const operation = definition.trace?.operation;
  const isAgent = operation === 'invoke_agent';
  const name = exported.name || claim.kind;
  telemetry.record({
    ...toSpanParent(claim.id, claim.id),
    parentId: undefined,
    name: operation === undefined ? claim.kind : `${operation} ${name}`,
    isCall: false,
    startedAt: claim.created_at.getTime(),
    endedAt: Date.now(),
    failure,
    links: claim.parent_id === null ? [] : [toSpanParent(claim.parent_id, claim.parent_id)],
    attributes: {
      [genAi.operation]: operation,
      ...(operation !== undefined && { [isAgent ? genAi.agentName : genAi.workflowName]: name }),
      ...(isAgent && claim.subject_id !== null && { [genAi.agentId]: claim.subject_id }),
      [own.tenant]: claim.tenant_id,
      [own.run]: claim.id,
      [own.runKind]: claim.kind,
      [own.runStatus]: status,
      [own.subject]: claim.subject_id ?? undefined,
      [own.credits]: toCredits(active.cost),
      [own.stepsLeftOut]: exported.steps > mostSteps ? exported.steps - mostSteps : undefined,
      [errorType]: failure,
    },
  });
};
