import type { Flow } from '@atelier/contracts/build/flows/flow-model';
import { FlowRunEnvironment } from '@atelier/contracts/build/flows/flow-run-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { PayloadOf } from '../../../../kernel/context/define-event.ts';
import { type SubjectRun, subjectRuns } from '../../../../kernel/runs/view/index.ts';
import { importRepository, knowledgeBaseNames } from '../../../content/bases/index.ts';
import { visibleAppNames } from '../../apps/index.ts';
import { findAnswerFacts } from '../../chat/index.ts';
import { flowBranchKind, flowRunKind } from '../engine/flow-run-type.ts';
import { readJournalName, shownEntries } from '../engine/journal-names.ts';
import { flowRepository } from '../repository.ts';
import { versionRepository } from '../versions/repository.ts';

import type { productEvent } from './product-event.ts';

type ProductEvent = PayloadOf<typeof productEvent>;

/** What steps of a flow see of an event. */
export interface Facts {
  payload: JsonValue;
  /** The flow that the event is about, which it does not start. */
  ofFlow?: string;
  failedRunId?: string;
}

const readAnswer = async (tx: TxCtx, { event, subjectId, at }: ProductEvent): Promise<Facts | undefined> => {
  const facts = await findAnswerFacts(tx, subjectId);
  if (!facts) return undefined;
  const { appId, reason, feedback, ...answer } = facts;
  const app = { id: appId, name: (await visibleAppNames(tx)).get(appId) ?? '' };
  const rating = event === 'answer_disliked' ? { reason, feedback } : {};
  return { payload: { at, app, ...answer, ...rating } };
};

const readImport = async (tx: TxCtx, { event, subjectId, at }: ProductEvent): Promise<Facts | undefined> => {
  const found = await importRepository.find(tx.db, subjectId);
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
  return { payload: event === 'import_failed' ? { ...payload, error } : payload };
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
  const last = await subjectRuns.findFailedStep(tx.db, {
    runId: id,
    childKind: flowBranchKind,
    names: shownEntries,
  });
  if (last === undefined) return null;
  const { step } = readJournalName(last);
  const version = await versionRepository.find(tx.db, subjectId ?? '', versionId);
  return { name: step, title: version ? titleIn(version.row.content, step) : step };
};

const readRun = async (tx: TxCtx, { subjectId, at }: ProductEvent): Promise<Facts | undefined> => {
  const parts = Object.keys(Parts.shape);
  const run = await subjectRuns.find(tx.db, {
    id: subjectId,
    kinds: [flowRunKind],
    parts,
    visible: undefined,
  });
  const flow = run && (await flowRepository.find(tx.db, run.subjectId ?? ''));
  // Tests are watched by those who test, and a run about a failure must not start an endless row of runs.
  const { environment, versionId, failedRunId } = Parts.parse(run?.input ?? {});
  if (!flow || environment === 'TESTING' || failedRunId) return undefined;
  const error = { code: run.cause?.code ?? '', message: run.cause?.message ?? '' };
  const step = await findFailedStep(tx, run, versionId);
  const payload = { at, flow: { id: flow.id, name: flow.name }, run: { id: run.id }, step, error };
  return { payload, ofFlow: flow.id, failedRunId: run.id };
};

/** Reads what an event is about; undefined when it does not exist any more, or starts nothing. */
export const readFacts = (tx: TxCtx, event: ProductEvent): Promise<Facts | undefined> => {
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
