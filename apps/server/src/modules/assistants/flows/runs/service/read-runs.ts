import type { ShownFile } from '@atelier/contracts/assistants/chat/shown-file';
import type { FlowRunDetails } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { AppError } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { RunStatus } from '../../../../../kernel/runs/index.ts';
import { signalToken } from '../../../../../kernel/runs/requests/index.ts';
import {
  type FamilyPlace,
  type FamilyStep,
  isTerminal,
  readStepResult,
  runFamilies,
  runLists,
  type SubjectRun,
  viewRun,
} from '../../../../../kernel/runs/view/index.ts';
import { openLooseFile, showLooseFile } from '../../../../content/documents/index.ts';
import { runFiles, toFileValue } from '../../../../content/files/index.ts';
import {
  findGroupFile,
  findGroupRun,
  findSubjectName,
  listGroupRuns,
  type RunGroup,
} from '../../../runs/index.ts';
import { approvalSignal } from '../../engine/ask-for-approval.ts';
import { flowBranchKind, flowRefusalKind, flowRunKind } from '../../engine/flow-run-type.ts';
import { begin, entryPatternFor, shownEntries } from '../../engine/journal-names.ts';
import { flowEntity } from '../../flow-entity.ts';
import { canWriteFlow } from '../../policy.ts';
import {
  findStarted,
  isRefused,
  presentRunLine,
  presentStep,
  presentValues,
  presentWaits,
  shownParts,
} from '../present-run.ts';

type Endpoints = (typeof flowRuns)['endpoints'];

const previewLength = 2_000;
const pageLength = 64 * 1024;
/** The most steps that are read with their run. */
const stepsOfRun = 100;

type Asked = RequestOf<Endpoints['list']>['query']['status'];

/** The runs, and the refused calls beside them. */
const toRunFilter = (status: Asked): { kinds: string[]; status: RunStatus | undefined } => {
  if (status === undefined) return { kinds: [flowRunKind, flowRefusalKind], status };
  if (status === 'REFUSED') return { kinds: [flowRefusalKind], status: undefined };
  return { kinds: [flowRunKind], status: status === 'SUCCEEDED' ? 'COMPLETED' : status };
};

const parseDate = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

const runsOfFlows: RunGroup = {
  entity: flowEntity,
  kinds: [flowRunKind, flowRefusalKind],
  parts: shownParts,
  errors: { run: 'flows.run_not_found', file: 'flows.file_not_found' },
};

/** Lists the runs of the flows that the actor may see, newest first. */
export const listFlowRuns = (ctx: AnyCtx, query: RequestOf<Endpoints['list']>['query']) => {
  const filter = {
    ...toRunFilter(query.status),
    subjectId: query.flowId,
    having: { environment: query.environment },
    after: parseDate(query.after),
    before: parseDate(query.before),
  };
  return listGroupRuns(ctx, runsOfFlows, { ...query, filter }, presentRunLine);
};

/** Finds a run of a flow, or of one of its branches. Throws `flows.run_not_found` also when the actor may not see it. */
export const findFlowRun = (tx: TxCtx, id: string, kinds?: readonly string[]): Promise<SubjectRun> =>
  findGroupRun(tx, runsOfFlows, id, kinds);

/** Lists the files that a run holds. Throws `flows.run_not_found`. */
export const listRunFiles = (ctx: AnyCtx, runId: string): Promise<{ files: FileValue[] }> =>
  ctx.tx(async (tx) => {
    await findFlowRun(tx, runId);
    return { files: (await runFiles.list(tx, runId)).map(toFileValue) };
  });

interface NamedFile {
  runId: string;
  fileId: string;
}

/** Opens a file that a run holds, or a range of its bytes. Throws `flows.run_not_found` and `flows.file_not_found`. */
export const openRunFile = async (ctx: Ctx, named: NamedFile, rangeHeader: string | undefined) =>
  openLooseFile(ctx, await findGroupFile(ctx, runsOfFlows, named), rangeHeader);

const notShown = (message?: string) =>
  new AppError('flows.file_not_shown', undefined, message === undefined ? {} : { message });

/** Reads how a file of a run is shown. Throws `flows.run_not_found`, `flows.file_not_found` and `flows.file_not_shown`. */
export const showRunFile = async (ctx: Ctx, named: NamedFile, as: 'FILE' | 'TEXT'): Promise<ShownFile> =>
  showLooseFile(ctx, { file: await findGroupFile(ctx, runsOfFlows, named), as }, notShown);

const readPlace = (cursor: string | undefined): FamilyPlace | undefined => {
  const [at = '', runId = '', seq = ''] = cursor?.split('~') ?? [];
  return Number.isNaN(Date.parse(at)) || !/^\d+$/.test(seq) ? undefined : { at, runId, seq: Number(seq) };
};

const findSteps = async (
  tx: TxCtx,
  run: SubjectRun,
  { after, limit, step }: { after?: string | undefined; limit: number; step?: string | undefined },
): Promise<FamilyStep[]> =>
  isRefused(run)
    ? []
    : runFamilies.listFamilySteps(
        tx.db,
        {
          runId: run.id,
          childKind: flowBranchKind,
          names: step === undefined || !/^\w+$/.test(step) ? shownEntries : entryPatternFor(step),
          beginning: begin,
        },
        { after: readPlace(after), limit },
      );

/** Throws `flows.run_not_found`. */
export const getFlowRun = (ctx: AnyCtx, runId: string): Promise<FlowRunDetails> =>
  ctx.tx(async (tx) => {
    const run = await findFlowRun(tx, runId);
    const view = await viewRun(tx, runId);
    const steps = await findSteps(tx, run, { limit: stepsOfRun });
    const isEnded = isTerminal(run.status);
    const cost = await runFamilies.costOfFamily(tx.db, runId);
    const mayWrite = canWriteFlow(tx);
    const line = presentRunLine({ ...run, cost }, await findSubjectName(tx, run));
    return {
      ...line,
      input: await runLists.readInputPart(tx.db, runId, { part: 'payload', length: previewLength }),
      output:
        view.outputSize === null || isRefused(run)
          ? null
          : { text: view.outputPreview ?? '', size: view.outputSize },
      waits: isEnded ? [] : presentWaits(view),
      originId: view.originId,
      steps: steps.map(presentValues),
      abilities: {
        canCancel: mayWrite && !isEnded,
        canRetry: mayWrite && (run.status === 'FAILED' || run.status === 'CANCELLED'),
        canReplay: mayWrite && isEnded && line.status !== 'REFUSED',
      },
    };
  });

const createApprovalToken =
  ({ services, tenantId }: TxCtx) =>
  ({ runId, name }: FamilyStep): string =>
    signalToken(services.secrets, {
      tenantId,
      runId,
      name: `${approvalSignal}${name.slice(begin.length)}`,
    });

/** Lists the steps of a run and of its branches. Throws `flows.run_not_found`. */
export const listFlowSteps = (ctx: AnyCtx, runId: string, query: RequestOf<Endpoints['steps']>['query']) =>
  ctx.tx(async (tx) => {
    const run = await findFlowRun(tx, runId);
    const { limit } = query;
    const found = await findSteps(tx, run, { ...query, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const children = await findStarted(tx, shown);
    const tokenOf = canWriteFlow(tx) ? createApprovalToken(tx) : undefined;
    return {
      steps: shown.map((entry) => presentStep(entry, { tokenOf, child: children.of(entry) })),
      next: found.length > limit && last ? `${last.place}~${last.runId}~${last.seq}` : null,
    };
  });

/** Reads a piece of an input or output. Throws `flows.run_not_found`. */
export const readFlowText = (
  ctx: AnyCtx,
  runId: string,
  { of, seq = 1, from }: RequestOf<Endpoints['text']>['query'],
): Promise<{ text: string; next: number | null }> =>
  ctx.tx(async (tx) => {
    await findFlowRun(tx, runId, [flowRunKind, flowBranchKind, flowRefusalKind]);
    if (of !== 'INPUT') return readStepResult(tx, runId, { seq: of === 'OUTPUT' ? 0 : seq, from });
    const part = { part: 'payload', from, length: pageLength };
    const { text, size } = await runLists.readInputPart(tx.db, runId, part);
    return { text, next: from + pageLength < size ? from + pageLength : null };
  });
