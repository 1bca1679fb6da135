import type { RecordInput } from '@atelier/contracts/assistants/workers/record-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { PieceError } from '@atelier/pieces';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { type TaskTaker, taskTakers } from '../../flows/declarations.ts';
import { copyForFlow, flowRunType, prepareFlowForRecord } from '../../flows/index.ts';
import { workerRepository } from '../repository.ts';
import { listInputFiles } from './read-documents.ts';
import type { RecordOrder } from './record-order.ts';

type Given = Pick<
  RecordOrder,
  | 'instructions'
  | 'input'
  | 'sourceText'
  | 'parsedSource'
  | 'date'
  | 'time'
  | 'workerName'
  | 'inputKind'
  | 'name'
>;

const textOfInput = (input: RecordInput): string => {
  if (typeof input === 'string') return input;
  if ('query' in input) return input.query;
  return input.text ?? '';
};

const between = (title: string, text: string): string =>
  `${title}, between the two lines:\n----------\n${text}\n----------`;

/** True for a question of an app, whose source is the conversation before it. */
const isQuestion = (input: RecordInput): boolean => typeof input === 'object' && 'query' in input;

const titleOfSource = (input: RecordInput): string => {
  if (isQuestion(input)) return 'The conversation so far';
  return typeof input === 'object' && 'file' in input ? `The document “${input.file.name}”` : 'The document';
};

/** Returns the task of an agent or a crew: what the worker is told, the input, and the date and the time. */
const buildTaskText = ({ instructions, input, sourceText, date, time }: Given, comment: string): string =>
  [
    instructions,
    textOfInput(input),
    sourceText === '' ? '' : between(titleOfSource(input), sourceText),
    comment === '' ? '' : `The result was looked at. Do the work again, with this in mind: ${comment}`,
    `Date: ${date}. Time: ${time} (UTC).`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');

/** Returns the input of a flow, without the files. */
const buildInputValue = (order: Given, comment: string): Record<string, JsonValue> => ({
  input: order.input as JsonValue,
  text: order.sourceText === '' || isQuestion(order.input) ? textOfInput(order.input) : order.sourceText,
  conversation: isQuestion(order.input) ? order.sourceText : '',
  source: order.parsedSource,
  instructions: order.instructions,
  comment,
  currentDate: order.date,
  currentTime: order.time,
  worker: order.workerName,
  record: order.name,
  kind: order.inputKind,
});

/** Returns the context in which a worker acts: with the access of the member who deployed it, whoever gives it work. Throws RunFailure. */
const asOwner = async (ctx: Ctx, workerId: string): Promise<Ctx> => {
  const owner = await tenantMembers.asMember(ctx, async (tx) => {
    const worker = await workerRepository.find(tx.db, workerId);
    return worker && { memberId: worker.createdBy, name: `Worker “${worker.name}”` };
  });
  if (!owner)
    throw new RunFailure({
      code: 'workers.owner_gone',
      message:
        'The worker acts with the access of the member who deployed it, who has left the company. Please deploy it again.',
    });
  return owner;
};

/** The result of an agent, a crew or a flow. */
export interface Result {
  text: string;
  data: JsonValue;
}

/** The names of what is recorded when the work is done for the `round`th time. */
export const workEntriesFor = (round: number) => ({
  activity: `work-${round}`,
  prepared: `@prepared/${round}`,
  child: `@child/${round}`,
});

const unavailable = (message: string): RunFailure =>
  new RunFailure({ code: 'workers.target_unavailable', message });

const findTaskHandler = ({ ctx }: RunContext): TaskTaker => {
  const taker = ctx.services.extensions.of(taskTakers).find(({ kind }) => kind === 'AGENT');
  if (!taker) throw new Error('Nothing takes tasks as AGENT.');
  return taker;
};

const asUnavailable = (error: unknown): never => {
  if (error instanceof PieceError) throw unavailable(error.message);
  throw error;
};

const textOf = (data: JsonValue): string => (typeof data === 'string' ? data : JSON.stringify(data, null, 2));

const hasForm = (output: JsonValue): boolean => typeof output === 'object' && output !== null;

interface Round {
  round: number;
  /** A person's wish for a different result than the one before. */
  comment: string;
}

const runAgent = async (run: RunContext, order: RecordOrder, { round, comment }: Round): Promise<Result> => {
  const names = workEntriesFor(round);
  const taker = findTaskHandler(run);
  const prepared = (await run.step(names.prepared, async () => {
    const owner = await asOwner(run.ctx, order.workerId);
    const plan = {
      taker: 'AGENT' as const,
      id: order.target.id,
      task: buildTaskText(order, comment),
      schema: null,
    };
    const place = { depth: order.depth, appId: undefined, userId: order.ownerId };
    return taker.prepare(owner, { ...plan, ...place }).catch(asUnavailable);
  })) as JsonValue;
  const value = await taker.hand(run, names.child, prepared);
  const { text, output } = value as { text: string; output: JsonValue };
  return { text, data: hasForm(output) ? output : null };
};

/** The addresses at which a record, what was done with it, and its files are read. */
const buildRecordPaths = (recordId: string): string[] => {
  const record = `/api/worker/record/${recordId}`;
  return [record, `${record}/`, `/api/worker/record-logs/${recordId}`];
};

const runFlow = async (run: RunContext, order: RecordOrder, { round, comment }: Round): Promise<Result> => {
  const names = workEntriesFor(round);
  const { ctx } = run;
  const prepared = await run.step(names.prepared, async () => {
    const { workerId, recordId: workerRecordId, depth } = order;
    const files: FileValue[] = [];
    for (const file of await listInputFiles(ctx, workerRecordId))
      files.push(await copyForFlow(ctx, order.target.id, file));
    const input = { ...buildInputValue(order, comment), files: files.map((file) => ({ ...file })) };
    const origin = { tenantId: ctx.tenantId, workerId, workerRecordId };
    const key = { memberId: order.ownerId, reaches: buildRecordPaths(workerRecordId) };
    const call = await ctx.tx((tx) =>
      prepareFlowForRecord(tx, order.target.id, { input, origin, depth, key }),
    );
    if (!call)
      throw unavailable(
        'The flow is switched off or not published, or was deleted. Please choose another one.',
      );
    return call;
  });
  const subject = { subjectId: order.target.id, scopeId: order.target.id };
  const { output } = await run.child(names.child, flowRunType, flowRunType.input.parse(prepared), subject);
  return { text: textOf(output), data: hasForm(output) ? output : null };
};

/** Lets the agent, crew or flow of a worker do the work, as a run of its own. Throws RunFailure. */
export const runTarget = (run: RunContext, order: RecordOrder, round: Round): Promise<Result> =>
  order.target.kind === 'FLOW' ? runFlow(run, order, round) : runAgent(run, order, round);
