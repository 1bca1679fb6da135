import type {
  OutputLogItem,
  RecordActivity,
  RecordFile,
  RecordLine,
  RecordStage,
  WorkerRecord,
} from '@atelier/contracts/assistants/workers/record-shapes';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { toFileValue } from '../../../content/files/index.ts';
import { canOperateWorker, canWriteWorker } from '../policy.ts';
import type { ActivityRow, RecordRow, WorkerRow } from '../tables.ts';
import type { RecordParts } from './read-parts.ts';

export const presentRecordLine = (row: RecordRow, workerName: string): RecordLine => ({
  recordId: row.id,
  workerId: row.workerId,
  workerName,
  name: row.name,
  status: row.status,
  stage: row.stage,
  inputKind: row.inputKind,
  isSample: row.isSample,
  cause: row.cause,
  feedback: row.feedback,
  credits: toCredits(row.microCredits),
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

type Run = RecordActivity['run'];

const kindsOfRuns: Record<string, 'AGENT' | 'FLOW'> = { 'agents.run': 'AGENT', 'flows.run': 'FLOW' };

/** The rounds of work and the runs that did them have the same order. */
const toRuns = ({ activities, children }: RecordParts, { targetKind }: WorkerRow): Map<string, Run> => {
  const rounds = activities.filter(({ name }) => name.startsWith('work-'));
  return new Map(
    rounds.map(({ name }, at): [string, Run] => {
      const child = children[at];
      const kind = child && kindsOfRuns[child.kind];
      if (!child || !kind) return [name, null];
      return [name, { runId: child.id, kind: targetKind === 'CREW' && kind === 'AGENT' ? 'CREW' : kind }];
    }),
  );
};

const presentActivity = (row: ActivityRow, run: Run): RecordActivity => ({
  at: row.at,
  element: row.element,
  title: row.title,
  status: row.status,
  cause: row.cause,
  detail: row.detail,
  run,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

/** Returns the output log of a record: its result, by the id of the record and with its name as the title. */
export const toOutputLog = ({ id, name, outputText }: RecordRow, recordId = id): OutputLogItem[] =>
  outputText === '' ? [] : [{ doc_id: recordId, text: outputText, extra_info: { title: name } }];

/** The address at which a file of a record is read. */
const urlOf = (recordId: string, fileId: string): string =>
  `/api/worker/record/${encodeURIComponent(recordId)}/files/${fileId}`;

const toRecordFiles = ({ files }: RecordParts, element: 'INPUT' | 'OUTPUT', recordId: string): RecordFile[] =>
  files
    .filter((each) => each.element === element)
    .map(({ file }) => ({ ...toFileValue(file), url: urlOf(recordId, file.id) }));

/** A run of an agent or a flow may wait for a person as well as the record itself. */
const toRecordStage = ({ stage }: RecordRow, { children }: RecordParts): RecordStage =>
  stage === 'WORKING' && children.at(-1)?.status === 'WAITING' ? 'WAITING' : stage;

const isDecidable = ({ status, stage }: RecordRow): boolean => status === 'PENDING' && stage === 'WAITING';

interface Shown {
  record: RecordRow;
  worker: WorkerRow;
  parts: RecordParts;
  /** The id by which the caller knows it. */
  recordId: string;
  isVisitor: boolean;
}

export const presentRecord = (
  ctx: AnyCtx,
  { record, worker, parts, recordId, isVisitor }: Shown,
): WorkerRecord => {
  const runs = toRuns(parts, worker);
  const inputFiles = toRecordFiles(parts, 'INPUT', recordId);
  const mayOperate = !isVisitor && canOperateWorker(ctx);
  return {
    ...presentRecordLine(record, worker.name),
    credits: parts.credits,
    recordId,
    stage: toRecordStage(record, parts),
    input: record.input.value,
    currentDate: record.momentDate,
    currentTime: record.momentTime,
    source: { file: inputFiles[0] ?? null, files: inputFiles, text: record.sourceText },
    parsedSource: record.parsedSource,
    activities: parts.activities.map((row) => presentActivity(row, runs.get(row.name) ?? null)),
    outputText: record.outputText,
    outputData: record.outputData,
    output: toOutputLog(record, recordId),
    outputFiles: toRecordFiles(parts, 'OUTPUT', recordId),
    runId: isVisitor ? null : record.runId,
    actions: mayOperate && isDecidable(record) ? ['APPROVE', 'REJECT', 'REDO'] : [],
    feedback: isVisitor ? null : record.feedback,
    abilities: { canOperate: mayOperate, canWrite: !isVisitor && canWriteWorker(ctx) },
  };
};
