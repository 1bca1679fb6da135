import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { FlowRunEnvironment } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineEvent, type PayloadOf } from '../../../../kernel/context/define-job.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { runFamilies, runLists, type SubjectRun } from '../../../../kernel/runs/view/index.ts';
import { knowledgeBaseNames } from '../../../content/bases/index.ts';
import { findImports } from '../../../content/documents/index.ts';
import { findAnswerFacts } from '../../chat/index.ts';
import { orderFlowRun } from '../engine/flow-rules.ts';
import { flowBranchKind, flowRunKind } from '../engine/flow-run-type.ts';
import { readJournalName, shownEntries } from '../engine/journal-names.ts';
import { flowRepository, versionRepository } from '../repository.ts';
import { triggerCode, triggerInput } from '../triggers/schedule.ts';
import { triggerRepository } from '../triggers/trigger-repository.ts';

/**
 * Something happened in the product for which a trigger waits. The database writes it (`atelier.tell_flows`), in the transaction in
 * which it happened; where no trigger waits, nothing is written.
 */
export const productEvent = defineEvent({
  name: 'flows.product_event',
  payload: z.object({
    id: z.string(),
    event: z.enum([
      'answer_given',
      'question_unanswered',
      'answer_disliked',
      'document_imported',
      'import_failed',
      'run_failed',
    ]),
    /** The answer, the document or the run. */
    subjectId: z.string(),
    at: z.string(),
  }),
});

type ProductEvent = PayloadOf<typeof productEvent>;

/** The fields of an event that steps of a flow see. */
interface Facts {
  payload: JsonValue;
  /** The flows that the event is about, which it does not start. */
  ofFlows: readonly string[];
  failedRunId?: string;
}

const readAnswer = async (tx: TxCtx, { event, subjectId, at }: ProductEvent): Promise<Facts | undefined> => {
  const facts = await findAnswerFacts(tx, subjectId);
  if (!facts) return undefined;
  const { appId, reason, feedback, ...answer } = facts;
  const app = { id: appId, name: (await findEntityNames(tx, [appId])).get(appId) ?? '' };
  const rating = event === 'answer_disliked' ? { reason, feedback } : {};
  return { payload: { at, app, ...answer, ...rating }, ofFlows: [] };
};

const readImport = async (tx: TxCtx, { event, subjectId, at }: ProductEvent): Promise<Facts | undefined> => {
  const [found] = await findImports(tx, [subjectId]);
  if (!found) return undefined;
  const { knowledgeBaseId, id, name } = found.import;
  const names = await knowledgeBaseNames.find(tx, [knowledgeBaseId]);
  const payload = {
    at,
    knowledgeBase: { id: knowledgeBaseId, name: names.get(knowledgeBaseId) ?? '' },
    document: { id, name },
  };
  const { cause } = found.run;
  const error = { code: cause?.code ?? '', message: cause?.message ?? '' };
  return { payload: event === 'import_failed' ? { ...payload, error } : payload, ofFlows: [] };
};

const titleIn = ({ steps }: Flow, step: string): string => steps[step]?.displayName ?? step;

/** The parts of the input of a run that are read here. */
const Parts = z.object({
  environment: FlowRunEnvironment.catch('PRODUCTION'),
  versionId: z.string().catch(''),
  failedRunId: z.string().nullish(),
});

/** Finds the step that failed last, in the run or in one of its branches. */
const findFailedStep = async (
  tx: TxCtx,
  { id, subjectId }: SubjectRun,
  versionId: string,
): Promise<JsonValue> => {
  const last = await runFamilies.findFailedStep(tx.db, {
    runId: id,
    childKind: flowBranchKind,
    names: shownEntries,
  });
  if (last === undefined) return null;
  const { step } = readJournalName(last);
  const version = await versionRepository.find(tx.db, subjectId ?? '', versionId);
  return { name: step, title: version ? titleIn(version.row.content, step) : step };
};

const findRun = (tx: TxCtx, id: string): Promise<SubjectRun | undefined> =>
  runLists.find(tx.db, { id, kinds: [flowRunKind], parts: Object.keys(Parts.shape), visible: undefined });

/** A failed run with its flow and step. */
interface FailedCall {
  flow: { id: string; name: string };
  run: { id: string };
  step: JsonValue;
}

const readCall = async (tx: TxCtx, run: SubjectRun): Promise<FailedCall | undefined> => {
  const flow = await flowRepository.find(tx.db, run.subjectId ?? '');
  if (!flow) return undefined;
  const step = await findFailedStep(tx, run, Parts.parse(run.input).versionId);
  return { flow: { id: flow.id, name: flow.name }, run: { id: run.id }, step };
};

/** Finds the flows that called each other, from the one that a run failed with to the one in which the failure began. */
const findCalls = async (tx: TxCtx, runId: string): Promise<FailedCall[]> => {
  const calls: FailedCall[] = [];
  for (let caller = runId; ; ) {
    const kinds = { kind: flowRunKind, childKind: flowBranchKind };
    const id = await runFamilies.findFailedCall(tx.db, { runId: caller, ...kinds });
    const run = id === undefined ? undefined : await findRun(tx, id);
    const call = run && (await readCall(tx, run));
    if (!call) return calls;
    calls.push(call);
    caller = call.run.id;
  }
};

/**
 * Tests are watched by those who test, a run about a failure must not start an endless row of runs, and a run that a flow waits for is told
 * of by its caller, unless that goes on after the failure.
 */
const isTold = async (tx: TxCtx, run: SubjectRun): Promise<boolean> => {
  const { environment, failedRunId } = Parts.parse(run.input);
  if (environment === 'TESTING' || failedRunId) return false;
  return !(await runFamilies.hasCaller(tx.db, run.id, [flowRunKind, flowBranchKind]));
};

const readRun = async (tx: TxCtx, { subjectId, at }: ProductEvent): Promise<Facts | undefined> => {
  const run = await findRun(tx, subjectId);
  const failed = run && (await isTold(tx, run)) ? await readCall(tx, run) : undefined;
  if (!run || !failed) return undefined;
  const error = { code: run.cause?.code ?? '', message: run.cause?.message ?? '' };
  const calls = await findCalls(tx, run.id);
  const payload = { at, ...failed, error, calls: calls.map((call) => ({ ...call })) };
  return { payload, ofFlows: [failed, ...calls].map(({ flow }) => flow.id), failedRunId: run.id };
};

/** Reads what an event is about; undefined when it does not exist any more, or starts nothing. */
const readFacts = (tx: TxCtx, event: ProductEvent): Promise<Facts | undefined> => {
  switch (event.event) {
    case 'answer_given':
    case 'question_unanswered':
    case 'answer_disliked':
      return readAnswer(tx, event);
    case 'document_imported':
    case 'import_failed':
      return readImport(tx, event);
    case 'run_failed':
      return readRun(tx, event);
  }
};

/** Starts the run of one trigger, unless an earlier delivery of the event has done so. */
const start = async (
  tx: TxCtx,
  { flowId, name }: { flowId: string; name: string },
  { facts, eventId }: { facts: Facts; eventId: string },
): Promise<void> => {
  const { payload, ofFlows, failedRunId } = facts;
  if (ofFlows.includes(flowId)) return;
  const found = await triggerRepository.findStart(tx.db, flowId);
  const trigger = found?.content?.triggers.find((each) => each.name === name);
  if (!trigger || found?.status !== 'ENABLED' || found.versionId === null) return;
  const code = triggerCode(trigger);
  if (code?.kind !== 'app-event') return;
  if (!code.accepts(triggerInput(trigger, code), payload)) return;
  const place = { flowId, versionId: found.versionId, environment: 'PRODUCTION', depth: 0 } as const;
  const input = { ...place, trigger: name, payload, ...(failedRunId !== undefined && { failedRunId }) };
  await orderFlowRun(tx, found.settings, input, `${eventId} ${name} ${flowId}`);
};

/** Starts the flows that wait for an event of the product. It may be called again for the same event. */
export const startByEvent = async (ctx: Ctx, event: PayloadOf<typeof productEvent>): Promise<void> =>
  ctx.tx(async (tx) => {
    const triggers = await triggerRepository.listWaitingFor(tx.db, event.event);
    const facts = triggers.length === 0 ? undefined : await readFacts(tx, event);
    if (!facts) return;
    for (const trigger of triggers) await start(tx, trigger, { facts, eventId: event.id });
  });
