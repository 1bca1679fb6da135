import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { Arrivals } from '../../../../kernel/base/arrivals.ts';
import { toCredits } from '../../../../kernel/base/credits.ts';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { awaitRun, failureOfRun, stopRun } from '../../../../kernel/runs/requests/index.ts';
import {
  type FamilyStep,
  readStepResult,
  runFamilies,
  type SubjectRun,
} from '../../../../kernel/runs/view/index.ts';
import type { AnsweredBy, AnswerPart, AskedFile, Writing } from '../../apps/declarations.ts';
import { findAsker, readBeginning } from '../../chat/index.ts';
import { liveAnswers } from '../engine/caller.ts';
import {
  type ChatAnswer,
  type FlowRunInput,
  FlowRunOutput,
  flowBranchKind,
  flowRunKind,
} from '../engine/flow-run-type.ts';
import { begin, readJournalName, shownEntries } from '../engine/journal-names.ts';
import { findStarted } from '../runs/present-run.ts';
import { startFlowRun } from '../service/start-flow.ts';

/** The most steps that the trace of an answer has. */
const mostTraced = 100;

const titleFor = ({ steps, triggers }: Flow, name: string): string =>
  (steps[name] ?? triggers.find((trigger) => trigger.name === name))?.displayName ?? name;

/** A step with what it cost, and what the run cost that it started, in micro-credits. */
type CostedStep = FamilyStep & { costBelow: number };

/** Reads the steps of a run and of its branches. */
const readSteps = (system: Ctx, runId: string): Promise<CostedStep[]> =>
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
const traceRun = (
  { trace }: Writing,
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

/** Members of the company may know why a flow failed; visitors and app users may not. */
const mayKnow = ({ actor }: Ctx): boolean => actor.kind === 'user' || actor.kind === 'api-key';

/** Returns the failure of an answer whose run did not succeed. */
const toFailure = (
  ctx: Ctx,
  flow: Flow,
  { run, steps }: { run: SubjectRun; steps: readonly FamilyStep[] },
): AppError => {
  const { cause } = run;
  if (!mayKnow(ctx) || !cause)
    return failureOfRun(cause, new AppError('chat.flow_failed', { runId: run.id }));
  const failed = steps.findLast((step) => step.cause !== null);
  const place = failed ? ` at “${titleFor(flow, readJournalName(failed.name).step)}”` : '';
  const message = `The flow of this app failed${place}: ${cause.message}`;
  return failureOfRun(cause, new AppError('chat.flow_failed', { runId: run.id }, { message }));
};

/** A flow that answers a question to an app. */
export interface AnsweringFlow {
  flowId: string;
  versionId: string;
  flow: Flow;
  /** True when `flow` is not the version, but a draft that is tested in its place. */
  isDraft?: boolean;
  /** The stored rules by which it starts runs. */
  settings: unknown;
  /** The name of its chat trigger. */
  trigger: string;
}

interface FlowOrder {
  answering: AnsweringFlow;
  app: AnsweredBy;
  question: string;
  /** The file of the asker that the question is about. */
  file?: AskedFile | undefined;
  /** The longest time that a reader waits. */
  patienceMs: number;
  /** Called with the micro-credits that the run has spent. */
  onSpent(microCredits: number): void;
}

const mostDepth = 10;

const start = async (
  system: Ctx,
  { answering, app, question, file }: FlowOrder,
  { ctx, queryId, conversationId, history, depth }: Writing,
): Promise<string> => {
  const { flowId, versionId, flow, isDraft, trigger, settings } = answering;
  const asker = await ctx.tx((tx) => findAsker(tx, conversationId));
  const chatUser = asker && { ...asker };
  const input: FlowRunInput = {
    flowId,
    versionId,
    ...(isDraft ? { environment: 'TESTING', content: flow } : { environment: 'PRODUCTION' }),
    depth,
    chat: { appId: app.appId ?? '', queryId },
    trigger,
    payload: {
      query: question,
      conversationId,
      history: history.map(({ role, content }) => ({ role, content })),
      chatUser,
      // Flows that were made before read the question and its asker by these names.
      ...{ question, visitor: chatUser },
      app: { id: app.appId, name: app.name },
      file: file ? await readBeginning({ ctx }, file) : null,
    },
  };
  return (await startFlowRun(system, { settings, input })).runId;
};

const readAnswer = (system: Ctx, runId: string): Promise<ChatAnswer> =>
  system.tx(async (tx) => {
    let text = '';
    for (let from: number | null = 0; from !== null; ) {
      const part = await readStepResult(tx, runId, { seq: 0, from });
      text += part.text;
      from = part.next;
    }
    const { answer } = FlowRunOutput.parse(parseJson(text));
    return answer && answer.text.trim() !== '' ? answer : fail('chat.flow_silent', { runId });
  });

/** The part of an answer that the reader has seen. */
interface Shown {
  text: string;
  citations: number;
}

/** Yields what the reader has not seen of an answer. */
function* writeRemainder({ text, citations, isAnswered }: ChatAnswer, shown: Shown): Iterable<AnswerPart> {
  const isContinued = text.startsWith(shown.text);
  if (isContinued) {
    for (const citation of citations.slice(shown.citations)) yield { type: 'citation', citation };
    const rest = text.slice(shown.text.length);
    if (rest !== '') yield { type: 'text', text: rest };
  } else {
    // A step was tried again after a part of its text had been shown. The markers would belong to other citations.
    yield { type: 'text', text: `\n\n${text.replace(/ ?\[\d+\]/g, '')}` };
  }
  if (!isAnswered)
    yield { type: 'form', answerKind: citations.length > 0 ? 'CLOSEST_CHUNKS' : 'NONE', wordings: [] };
}

/** Starts the run and yields what its steps write meanwhile. Returns the run when it has ended. */
async function* follow(
  system: Ctx,
  { order, shown }: { order: FlowOrder; shown: Shown },
  writing: Writing,
): AsyncGenerator<AnswerPart, SubjectRun> {
  const { ctx, queryId, signal } = writing;
  const queue = new Arrivals<AnswerPart>();
  const forget = ctx.use(liveAnswers).follow(queryId, (part) => {
    if (part.type === 'text') shown.text += part.text;
    else shown.citations += 1;
    queue.push(part);
  });
  const timeUp = AbortSignal.timeout(order.patienceMs);
  let runId: string | undefined;
  let run: SubjectRun | undefined;
  try {
    runId = await start(system, order, writing);
    const end = awaitRun(
      system,
      { runId, kind: flowRunKind },
      { signal: AbortSignal.any([signal, timeUp]), onWaits: ctx.onWaits },
    );
    yield* queue.until(end);
    run = await end;
    return run ?? fail('chat.flow_off');
  } catch (error) {
    if (timeUp.aborted && !signal.aborted) throw new AppError('chat.flow_slow', undefined, { cause: error });
    throw error;
  } finally {
    // This is also reached when the reader has left.
    forget();
    if (runId !== undefined) run ??= await stopRun(system, { runId, kind: flowRunKind });
    const id = run?.id;
    if (id !== undefined) order.onSpent(await system.tx(({ db }) => runFamilies.costOfFamily(db, id)));
  }
}

const tooDeep = (): AppError =>
  new AppError('chat.flow_failed', undefined, {
    message: 'Flows and apps asked each other more than ten times in a row. Please break the circle.',
  });

/**
 * Answers a question with a run of a flow. Its text is shown while a step of this process writes it; everything else comes at the end. The
 * run is cancelled when the reader stops the answer, or has waited too long.
 */
export async function* answerThroughFlow(order: FlowOrder, writing: Writing): AsyncIterable<AnswerPart> {
  if (writing.depth >= mostDepth) throw tooDeep();
  const { ctx } = writing;
  const { flow } = order.answering;
  const system = ctx.inTenant(ctx.tenantId, { kind: 'system', name: 'flows.chat' });
  const shown = { text: '', citations: 0 };
  const run = yield* follow(system, { order, shown }, writing);
  const steps = await readSteps(system, run.id);
  traceRun(writing, flow, { run, steps });
  if (run.status !== 'COMPLETED') throw toFailure(ctx, flow, { run, steps });
  yield* writeRemainder(await readAnswer(system, run.id), shown);
}
