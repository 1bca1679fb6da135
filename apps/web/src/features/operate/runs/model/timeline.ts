import type { RunChild, RunDetails, RunStatus, RunStep } from '@atelier/contracts/assistants/runs/run-shapes';
import { isOpen } from '../../../../lib/runs/run-words.ts';

/** A line in the tree of a run: the run itself, a stage, a recorded step, or a child run. Times are in milliseconds since 1970. */
export interface TimelineRow {
  /** Stays the same while the run continues, so that the address can contain it. */
  id: string;
  kind: 'RUN' | 'STAGE' | 'STEP' | 'CHILD';
  label: string;
  depth: number;
  status: RunStatus;
  start: number;
  end: number;
  step?: RunStep;
  /** The signal that ended a wait. */
  answer?: RunStep | undefined;
  child?: RunChild;
}

const parseTime = (moment: string): number => Date.parse(moment);

const whenEnded = (endedAt: string | null, now: number): number =>
  endedAt === null ? now : parseTime(endedAt);

const stageRows = (run: RunDetails, now: number): TimelineRow[] =>
  run.stages.map(({ name, at }, place) => {
    const next = run.stages[place + 1];
    return {
      id: `stage-${place}`,
      kind: 'STAGE',
      label: name,
      depth: 1,
      status: next ? 'COMPLETED' : run.status,
      start: parseTime(at),
      end: next ? parseTime(next.at) : whenEnded(run.endedAt, now),
    };
  });

/** Returns the child runs below a run together with their own children, each one level deeper than its parent. */
const childRows = (run: RunDetails, parentId: string, { depth, now }: { depth: number; now: number }) =>
  run.children
    .filter((child) => child.parentId === parentId)
    .flatMap((child): TimelineRow[] => [
      {
        id: child.runId,
        kind: 'CHILD',
        label: child.title,
        depth,
        status: child.status,
        start: parseTime(child.startedAt ?? child.queuedAt),
        end: whenEnded(child.endedAt, now),
        child,
      },
      ...childRows(run, child.runId, { depth: depth + 1, now }),
    ]);

/** Returns true when a wait is over: its signal or the end of its child was recorded, or the time of a pause has passed. */
const stepRow = (
  step: RunStep,
  answer: RunStep | undefined,
  { run, now }: { run: RunDetails; now: number },
): TimelineRow => {
  const at = parseTime(step.at);
  const row = { id: `step-${step.seq}`, kind: 'STEP', label: step.name, depth: 1, step, answer } as const;
  const isWait = step.operation === 'wait' || step.operation === 'child';
  if (step.cause) return { ...row, status: 'FAILED', start: at - step.ms, end: at };
  if (isWait && answer) return { ...row, status: 'COMPLETED', start: at, end: parseTime(answer.at) };
  const until = step.operation === 'sleep' ? Number(step.output?.text) : Number.NaN;
  const isPending = isWait || until > now || step.operation === 'begun';
  if (isPending)
    return {
      ...row,
      status: isOpen(run) ? 'WAITING' : run.status,
      start: at,
      end: whenEnded(run.endedAt, now),
    };
  if (step.operation === 'sleep') return { ...row, status: 'COMPLETED', start: at, end: Math.max(at, until) };
  return { ...row, status: 'COMPLETED', start: at - step.ms, end: at };
};

const stepRows = (run: RunDetails, steps: readonly RunStep[], now: number): TimelineRow[] => {
  const taken = new Set<number>();
  const take = (step: RunStep, operation: RunStep['operation']): RunStep | undefined => {
    const found = steps.find(
      (other) =>
        other.seq > step.seq &&
        other.operation === operation &&
        other.name === step.name &&
        !taken.has(other.seq),
    );
    if (found) taken.add(found.seq);
    return found;
  };
  return steps.flatMap((step) => {
    if (taken.has(step.seq)) return [];
    if (step.operation === 'wait') return [stepRow(step, take(step, 'signal'), { run, now })];
    if (step.operation === 'child') return [stepRow(step, take(step, 'ended'), { run, now })];
    // A call that must not be repeated has two entries; the first one only records that it began.
    const isDone = steps.some(
      ({ seq, name, operation }) => seq === step.seq + 1 && name === step.name && operation === 'outward',
    );
    return step.operation === 'begun' && isDone ? [] : [stepRow(step, undefined, { run, now })];
  });
};

/** Returns the id of the child run that a step started. */
const readChildRunId = ({ step }: TimelineRow): string | undefined =>
  step?.operation === 'child' ? step.output?.text.replaceAll('"', '') : undefined;

/** Returns all lines of a run in the order in which they began. Child runs follow the step that started them. */
export const buildTimeline = (run: RunDetails, steps: readonly RunStep[], now: number): TimelineRow[] => {
  const whole: TimelineRow = {
    id: 'run',
    kind: 'RUN',
    label: run.title,
    depth: 0,
    status: run.status,
    start: parseTime(run.queuedAt),
    end: whenEnded(run.endedAt, now),
  };
  const own = [...stageRows(run, now), ...stepRows(run, steps, now)].toSorted(
    (one, other) => one.start - other.start || Number(one.kind === 'STEP') - Number(other.kind === 'STEP'),
  );
  const children = childRows(run, run.runId, { depth: 2, now });
  const below = (childId: string | undefined): TimelineRow[] => {
    const from = children.findIndex(({ id }) => id === childId);
    if (from === -1) return [];
    const next = children.findIndex(({ depth }, place) => place > from && depth === 2);
    return children.slice(from, next === -1 ? undefined : next);
  };
  const placed = own.flatMap((row) => [row, ...below(readChildRunId(row))]);
  const ids = new Set(placed.map(({ id }) => id));
  return [whole, ...placed, ...children.filter(({ id }) => !ids.has(id))];
};

/** Returns the position of a line's bar within the duration of the whole run, in percent. */
export const computeBar = (row: TimelineRow, whole: TimelineRow): { left: number; width: number } => {
  const total = Math.max(1, whole.end - whole.start);
  const left = Math.min(100, Math.max(0, ((row.start - whole.start) / total) * 100));
  const width = Math.min(100 - left, Math.max(0, ((row.end - row.start) / total) * 100));
  return { left, width };
};
