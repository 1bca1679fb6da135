import type {
  FlowRunLine,
  FlowRunStep,
  FlowStepValues,
} from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { RunWait } from '@atelier/contracts/kernel/run-parts';
import { z } from 'zod';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import {
  type FamilyStep,
  type RunView,
  runFamilies,
  type SubjectRun,
} from '../../../../kernel/runs/view/index.ts';
import { presentCause, presentOwnWaits, presentSpan } from '../../runs/declarations.ts';
import { flowRunKind } from '../engine/flow-run-type.ts';
import { childEntryFor, readJournalName, stepOfEntry } from '../engine/journal-names.ts';
import { flowRunStatus } from '../present.ts';

/** A run that a step has started. */
type StartedRun = Awaited<ReturnType<typeof runFamilies.listStarted>>[number];

type Entry = Pick<FamilyStep, 'runId' | 'name'>;

/** Finds the runs that steps have started, each with the cost of all that it started in turn. */
export const findStarted = async (
  tx: TxCtx,
  entries: readonly Entry[],
): Promise<{ of(entry: Entry): StartedRun | undefined }> => {
  const runIds = [...new Set(entries.map((each) => each.runId))];
  const names = [...new Set(entries.map(({ name }) => childEntryFor(stepOfEntry(name))))];
  const rows = await runFamilies.listStarted(tx.db, { runIds, names });
  const started = new Map(rows.map((row) => [`${row.parentId} ${row.name}`, row]));
  return { of: ({ runId, name }) => started.get(`${runId} ${childEntryFor(stepOfEntry(name))}`) };
};

/** The most characters of a value that programs read with a run; the journal gives as many of an output. */
const longestValue = 2_000;

/** The parts of the input of a run that lists show. */
export const shownParts = ['versionId', 'environment', 'trigger', 'refusal'] as const;
const ShownParts = z.object({
  versionId: z.string().catch(''),
  environment: z.enum(['PRODUCTION', 'TESTING']).catch('PRODUCTION'),
  trigger: z.string().nullable().catch(null),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable().catch(null),
});

/** True for the record of a call that was refused. It names its trigger, but nothing was run. */
export const isRefused = ({ input }: Pick<SubjectRun, 'input'>): boolean =>
  ShownParts.parse(input).refusal !== null;

const presentHold = (hold: SubjectRun['hold']): FlowRunLine['hold'] =>
  hold && { ...hold, until: hold.until === null ? null : new Date(hold.until).toISOString() };

export const presentRunLine = (run: SubjectRun, flowName: string | null): FlowRunLine => {
  const { refusal, ...parts } = ShownParts.parse(run.input);
  return {
    ...presentSpan(run),
    flowId: run.subjectId ?? '',
    flowName,
    ...parts,
    status: refusal ? 'REFUSED' : flowRunStatus(run.status),
    cause: refusal ?? presentCause(run.cause),
    hold: presentHold(run.hold),
  };
};

/** Presents what a run waits for, by the names of its steps. */
export const presentWaits = (run: RunView): RunWait[] =>
  presentOwnWaits(run).map((wait) => ({ ...wait, name: wait.name.replace(/^@\w+\//, '') }));

const isOfKind = ({ preview }: FamilyStep, kind: string): boolean =>
  preview?.includes(`"kind":"${kind}"`) === true;

const toStepStatus = (entry: FamilyStep, isBeginning: boolean): FlowRunStep['status'] => {
  if (isBeginning) return isOfKind(entry, 'outward') ? 'RUNNING' : 'WAITING';
  return entry.cause ? 'FAILED' : 'SUCCEEDED';
};

/** The output of a step that waits for a decision is its question. */
const toStepOutput = (entry: FamilyStep, isBeginning: boolean): FlowRunStep['output'] => {
  const isThere = (!isBeginning || isOfKind(entry, 'approval')) && !entry.cause && entry.size > 0;
  return isThere ? { text: entry.preview ?? '', size: entry.size } : null;
};

/** Counts characters as PostgreSQL does. Some take two places in a string. */
const countCharacters = (text: string): number =>
  text.replaceAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, ' ').length;

const toStepInput = ({ input }: FamilyStep): FlowRunStep['input'] =>
  input === null || input === 'null' ? null : { text: input, size: countCharacters(input) };

interface AroundStep {
  /** Makes the tokens of approvals for those who may decide. */
  tokenOf?: ((entry: FamilyStep) => string) | undefined;
  /** The run that the step started. */
  child?: StartedRun | undefined;
}

const presentChild = (child: StartedRun | undefined): FlowRunStep['child'] =>
  child
    ? {
        kind: child.kind === flowRunKind ? 'FLOW' : 'AGENT',
        runId: child.runId,
        credits: toCredits(child.cost),
      }
    : null;

/** Presents an entry of the journal. One that was written before its step has no output yet. */
export const presentStep = (entry: FamilyStep, { tokenOf, child }: AroundStep): FlowRunStep => {
  const { step, rounds, isBeginning } = readJournalName(entry.name);
  const isApproval = isBeginning && isOfKind(entry, 'approval');
  return {
    child: presentChild(child),
    isLimited: isBeginning && isOfKind(entry, 'limit'),
    approvalToken: isApproval && tokenOf ? tokenOf(entry) : null,
    runId: entry.runId,
    seq: entry.seq,
    step,
    rounds,
    status: toStepStatus(entry, isBeginning),
    attempts: entry.attempts,
    input: toStepInput(entry),
    output: toStepOutput(entry, isBeginning),
    cause: presentCause(entry.cause),
    credits: toCredits(entry.cost),
    durationMs: entry.ms,
    at: entry.at.toISOString(),
  };
};

const parsePreview = (preview: FlowRunStep['input']): FlowStepValues['input'] => {
  if (preview === null) return null;
  const isWhole = preview.text.length <= longestValue && countCharacters(preview.text) === preview.size;
  return isWhole ? (readJson(preview.text) as FlowStepValues['input']) : preview.text.slice(0, longestValue);
};

/** Presents an entry of the journal with its values, for programs. */
export const presentValues = (entry: FamilyStep): FlowStepValues => {
  const { step, status, attempts, input, output, cause, durationMs } = presentStep(entry, {});
  const values = { input: parsePreview(input), output: parsePreview(output) };
  return { name: step, status, attempts, ...values, ...(cause && { error: cause }), durationMs };
};
