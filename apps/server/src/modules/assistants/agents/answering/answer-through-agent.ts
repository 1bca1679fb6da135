import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { Arrivals } from '../../../../kernel/base/arrivals.ts';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { awaitRun, failureOfRun, startHere, stopRun } from '../../../../kernel/runs/requests/index.ts';
import {
  type ChildRow,
  isTerminal,
  runFamilies,
  type SubjectRun,
} from '../../../../kernel/runs/view/index.ts';
import type { AnsweredBy, AnswerPart, AskedFile, Rehearsal, Writing } from '../../apps/declarations.ts';
import { findPassages } from '../../chat/index.ts';
import { type AgentRunInput, agentRunKind, agentRunType } from '../engine/agent-run-type.ts';
import { liveRuns } from '../engine/live-runs.ts';
import { liveSources, type Source } from '../engine/sources.ts';
import { AnswerText } from './answer-text.ts';
import { decisionWatch } from './left-answer.ts';
import { type ReadAnswer, readAnswer, toAnswerText } from './read-answer.ts';
import { buildTrace } from './trace-answer.ts';

export interface AgentOrder {
  agent: { agentId: string; versionId: string; name: string };
  app: AnsweredBy;
  question: string;
  /** The file of the asker that the question is about. */
  file?: AskedFile | undefined;
  /** Given for a question of a test. */
  rehearsal?: Rehearsal | undefined;
  /** The longest time that a reader waits. */
  patienceMs: number;
  onUsed(used: { inputTokens: number; outputTokens: number; microCredits: number }): void;
}

/** The most apps, flows and agents that ask each other in a row. */
const mostDepth = 10;

/** Members of the company may know why an agent failed, and what they write is no text by others. */
const isMember = ({ actor }: Ctx): boolean => actor.kind === 'user' || actor.kind === 'api-key';

/** Returns the passages of the asker's file, numbered as sources, in the form of a document of the task. */
const givenBy = async ({ file, question }: AgentOrder, writing: Writing) => {
  if (!file) return { documents: [] };
  const hits = await findPassages(writing, file, question);
  const given = hits.map((hit): Source => ({ kind: 'PASSAGE', hit, query: question }));
  const text = hits.map((hit, at) => `[${at + 1}] ${hit.text}`).join('\n\n');
  return { documents: [{ name: file.name, text }], given };
};

/** The person for whom the agent works, and about whom it may remember something. */
const workedFor = ({ actor }: Ctx): Pick<AgentRunInput, 'personId' | 'appUserId'> => ({
  personId: actor.kind === 'user' ? actor.userId : null,
  appUserId: actor.kind === 'app-user' ? actor.appUserId : null,
});

/** Overrides for test runs: nobody is asked, nothing is remembered, and nothing outside is changed. */
const rehearsedWith = ({ rehearsal }: AgentOrder): Partial<AgentRunInput> => {
  if (!rehearsal) return {};
  const { standIn } = rehearsal;
  return {
    ...{ environment: 'TESTING', isRehearsal: true, asks: { userId: null, byMail: false } },
    ...{ personId: null, appUserId: null },
    ...(standIn && {
      standIn: { agentId: standIn.id, settings: AgentSettings.parse(standIn.content) },
    }),
  };
};

const buildRunInput = async (order: AgentOrder, writing: Writing): Promise<AgentRunInput> => {
  const { agent, app, question } = order;
  const { ctx, queryId, history, depth } = writing;
  return {
    agentId: agent.agentId,
    versionId: agent.versionId,
    environment: 'PRODUCTION',
    messages: [
      ...history.map(({ role, content }) => ({ role, content })),
      { role: 'user', content: question },
    ],
    ...(await givenBy(order, writing)),
    // Earlier answers contain text of documents.
    hasForeignText: !isMember(ctx) || history.length > 0,
    asks: { userId: findUserId(ctx), byMail: true },
    ...workedFor(ctx),
    depth,
    chat: { appId: app.appId ?? '', queryId },
    ...rehearsedWith(order),
  };
};

const mustDecide = (title: string): string =>
  `Before I can go on, somebody has to decide about a step: “${title}”. The rest of the answer follows here.`;

interface Followed {
  order: AgentOrder;
  input: AgentRunInput;
  text: AnswerText;
}

/** Shows what the agent writes in this process. Returns the function that ends it. */
const showLive = (
  ctx: Ctx,
  queue: Arrivals<AnswerPart>,
  { runId, text }: { runId: string; text: AnswerText },
): (() => void) => {
  const live = ctx.use(liveRuns);
  return live.watch(runId, (news) => {
    const writing = news === 'TEXT' ? live.find(runId) : undefined;
    if (writing) for (const part of text.show(writing)) queue.push(part);
  });
};

/**
 * Starts the run and yields what it writes meanwhile. Returns the run when it has ended, or when the rest of the answer was left to it,
 * because somebody has to decide first.
 */
async function* follow(
  system: Ctx,
  { order, input, text }: Followed,
  { ctx, queryId, signal }: Writing,
): AsyncGenerator<AnswerPart, SubjectRun> {
  const { agentId } = input;
  const queue = new Arrivals<AnswerPart>();
  const endings = [ctx.use(liveSources).follow(queryId, (sources) => text.add(sources))];
  const timeUp = AbortSignal.timeout(order.patienceMs);
  let runId: string | null = null;
  let run: SubjectRun | undefined;
  try {
    runId = await startHere(system, agentRunType, { input, subjectId: agentId, scopeId: agentId });
    if (runId === null) return fail('chat.agent_off');
    endings.push(showLive(ctx, queue, { runId, text }));
    const isEnough = decisionWatch(system, queryId, (title) => {
      for (const part of text.tell(mustDecide(title))) queue.push(part);
    });
    const reached = awaitRun(
      system,
      { runId, kind: agentRunKind },
      { signal: AbortSignal.any([signal, timeUp]), isEnough, onWaits: ctx.onWaits },
    );
    yield* queue.until(reached);
    run = await reached;
    return run ?? fail('chat.agent_off');
  } catch (error) {
    if (timeUp.aborted && !signal.aborted) throw new AppError('chat.agent_slow', undefined, { cause: error });
    throw error;
  } finally {
    // This is also reached when the reader has left.
    for (const end of endings) end();
    if (runId !== null) run ??= await stopRun(system, { runId, kind: agentRunKind });
    if (run) await countUse(system, run, { input, order, text });
  }
}

const countUse = async (system: Ctx, { id }: SubjectRun, { input, order }: Followed): Promise<void> => {
  const { turns } = await readAnswer(system, id, input);
  const sumTokens = (name: 'inputTokens' | 'outputTokens') =>
    turns.reduce((sum, { bill }) => sum + (bill.used[name] ?? 0), 0);
  order.onUsed({
    inputTokens: sumTokens('inputTokens'),
    outputTokens: sumTokens('outputTokens'),
    microCredits: await system.tx(({ db }) => runFamilies.costOfFamily(db, id)),
  });
};

const toFailure = (ctx: Ctx, { agent }: AgentOrder, { id, cause }: SubjectRun): AppError =>
  failureOfRun(
    cause,
    isMember(ctx) && cause
      ? new AppError(
          'chat.agent_failed',
          { runId: id },
          { message: `The agent “${agent.name}” failed: ${cause.message}` },
        )
      : new AppError('chat.agent_failed', { runId: id }),
  );

const tooDeep = (): AppError =>
  new AppError('chat.agent_failed', undefined, {
    message: 'Agents, flows and apps asked each other more than ten times in a row. Please break the circle.',
  });

/** True when the agent has only searched, and cites nothing of what it found. */
const foundNothing = ({ outcomes }: ReadAnswer, { cited }: AnswerText): boolean =>
  cited === 0 && outcomes.length > 0 && outcomes.every(({ search }) => search !== undefined);

/** Reads the runs below a run whose calls started any. */
const runsBelow = (system: Ctx, runId: string, { work }: ReadAnswer): Promise<ChildRow[]> =>
  work.children.size + work.flowRuns.size === 0
    ? Promise.resolve([])
    : system.tx(({ db }) => runFamilies.listDescendants(db, runId, undefined));

/** True when earlier messages of the chat were replaced by a summary. They come before what the run itself did. */
const isCondensed = ({ steps }: ReadAnswer, { messages }: AgentRunInput): boolean =>
  messages.length > 1 && steps.some(({ type }) => type === 'COMPACTION');

/**
 * Answers a question with a run of an agent. Its text is shown while this process writes it; everything else comes at the end. The run is
 * cancelled when the reader stops the answer, or has waited too long.
 */
export async function* answerThroughAgent(order: AgentOrder, writing: Writing): AsyncIterable<AnswerPart> {
  if (writing.depth >= mostDepth) throw tooDeep();
  const { ctx, trace } = writing;
  const system = ctx.inTenant(ctx.tenantId, { kind: 'system', name: 'agents.chat' });
  const input = await buildRunInput(order, writing);
  const text = new AnswerText([...(input.given ?? [])]);
  const run = yield* follow(system, { order, input, text }, writing);
  const read = await readAnswer(system, run.id, input);
  const below = await runsBelow(system, run.id, read);
  for (const step of buildTrace({ name: order.agent.name, run, below }, read)) trace(step);
  if (isCondensed(read, input)) yield { type: 'condensed' };
  if (!isTerminal(run.status)) {
    yield { type: 'left' };
    return;
  }
  if (run.status !== 'COMPLETED' || !read.outcome) throw toFailure(ctx, order, run);
  text.know(read.sources);
  yield* text.end(toAnswerText(read.outcome));
  if (foundNothing(read, text)) yield { type: 'form', answerKind: 'NONE', wordings: [] };
}
