import type { RunLine, RunStep } from '@atelier/contracts/assistants/runs/run-shapes';
import { StepOperation } from '@atelier/contracts/assistants/runs/run-shapes';
import type { JsonPreview, RunWait } from '@atelier/contracts/kernel/run-parts';
import { toCredits } from '../../../kernel/base/credits.ts';
import type { Actor } from '../../../kernel/context/actor.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { type RunCause, type RunStatus, type ShownSubject } from '../../../kernel/runs/index.ts';
import { knownRuns, type RunView, type StepView } from '../../../kernel/runs/view/index.ts';

/** Returns the title of a kind as users know it. A kind that this server does not know is shown by its own name. */
export const titleFor = (tx: Pick<TxCtx, 'services'>, kind: string): string =>
  knownRuns(tx.services).newest(kind)?.title ?? kind;

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export const presentCause = (cause: RunCause | null): RunLine['cause'] =>
  cause && {
    code: cause.code,
    message: cause.message,
    ...(cause.retryAt === undefined ? {} : { retryAt: new Date(cause.retryAt).toISOString() }),
  };

/** The columns that the list and the view of one run have in common. */
interface LineRow {
  id: string;
  kind: string;
  status: RunStatus;
  stage: string | null;
  progress: number;
  cause: RunCause | null;
  note: string | null;
  cost: number;
  parentId: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

type SpanRow = Pick<LineRow, 'id' | 'cost' | 'createdAt' | 'startedAt' | 'finishedAt'>;

/** Presents what all lists of runs show: what a run cost, and when it ran. */
export const presentSpan = (row: SpanRow) => ({
  runId: row.id,
  credits: toCredits(row.cost),
  queuedAt: row.createdAt.toISOString(),
  startedAt: iso(row.startedAt),
  endedAt: iso(row.finishedAt),
});

export const presentLine = (tx: TxCtx, row: LineRow, subject: ShownSubject | undefined): RunLine => ({
  ...presentSpan(row),
  kind: row.kind,
  title: titleFor(tx, row.kind),
  status: row.status,
  stage: row.stage,
  progress: row.progress,
  subject: subject ?? null,
  cause: presentCause(row.cause),
  note: row.note,
  parentId: row.parentId,
});

export const nameOfActor = (actor: Actor): string => {
  if (actor.kind === 'system') return 'The server';
  return actor.kind === 'visitor' ? 'A visitor' : actor.name;
};

const waitKinds = { sleep: 'TIME', wait: 'SIGNAL', child: 'CHILD' } as const;

/** Presents what a run waits for of its own accord. */
export const presentOwnWaits = ({ waits }: RunView): RunWait[] =>
  waits.map(({ op, name, until }) => ({
    kind: waitKinds[op],
    name,
    until: until === null ? null : new Date(until).toISOString(),
  }));

/** Presents what an unfinished run waits for, and until when. */
export const presentWaits = (run: RunView): RunWait[] => {
  const until = iso(run.wakeAt);
  if (run.isBlocked || (run.status === 'QUEUED' && until === null))
    return [{ kind: 'TURN', name: '', until: null }];
  if (run.status === 'QUEUED') return [{ kind: run.cause ? 'RETRY' : 'TIME', name: '', until }];
  return presentOwnWaits(run);
};

export const toPreview = (text: string | null, size: number | null): JsonPreview | null =>
  size === null || size === 0 ? null : { text: text ?? '', size };

export const presentStep = (step: StepView): RunStep => ({
  seq: step.seq,
  name: step.name,
  operation: StepOperation.parse(step.op),
  attempts: step.attempts,
  input: step.input === null ? null : { text: step.input, size: step.input.length },
  output: step.cause ? null : toPreview(step.preview, step.size),
  cause: presentCause(step.cause),
  credits: toCredits(step.cost),
  ms: step.ms,
  at: step.at.toISOString(),
});
