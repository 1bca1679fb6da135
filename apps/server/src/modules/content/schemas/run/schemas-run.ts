import { saysNothingWritten } from '@atelier/contracts/content/model-errors';
import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import type { ModelRequest } from '@atelier/models';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import {
  defineRun,
  type RunContext,
  type RunSubject,
  type ShownSubject,
} from '../../../../kernel/runs/index.ts';
import { holdImport } from '../../documents/index.ts';
import {
  AskedTogether,
  type AskingRun,
  computeMaxCost,
  type ResolvedChatModel,
  resolveChatModel,
} from '../../models/index.ts';
import { cellsOfAnswer, failedCell } from '../reading/cells-of-answer.ts';
import { chooseChunks } from '../reading/choose-chunks.ts';
import { readAnswer, readingRequest, repairRequest } from '../reading/prompts.ts';
import { readByRules } from '../reading/read-by-rules.ts';
import {
  cellRepository,
  type DocumentChunk,
  type NewCell,
  type Reading,
  type SchemaDocument,
} from '../repository/cells.ts';
import { schemaRepository } from '../repository/schemas.ts';
import { isKnownModel } from '../service/reads.ts';
import { cancelSchemaRun } from '../service/run-schema.ts';
import type { SchemaRowOf } from '../tables.ts';
import { schemaRunType, schemaTopic } from '../topic.ts';

/** The rest of a budget, shared by the documents that are read at the same time. */
interface RemainingBudget {
  /** Reserves the most that a request can cost. Returns false when less than that is left. */
  take(request: ModelRequest): boolean;
}

const openRemainingBudget = (
  resolved: Pick<ResolvedChatModel, 'price'>,
  { budget, runSpent }: Pick<SchemaRowOf, 'budget' | 'runSpent'>,
): RemainingBudget => {
  let rest = budget === null ? Number.POSITIVE_INFINITY : budget - runSpent;
  return {
    take: (request) => {
      const most = computeMaxCost(resolved, request);
      if (most > rest) return false;
      rest -= most;
      return true;
    },
  };
};

/** Failures that concern one document and not the provider, so that other documents can still be read. */
const isOwnFailure = (code: string): boolean =>
  code === 'models.context_too_long' || code === 'models.upstream_refused' || saysNothingWritten(code);

interface Caller extends AskingRun {
  budgetLeft: RemainingBudget;
}

interface Outcome {
  cells: NewCell[];
  /** Absent where rules read the document. */
  settle?: (tx: TxCtx) => Promise<void>;
}

interface DocumentOrder {
  columns: readonly Column[];
  chunks: readonly DocumentChunk[];
  request: ModelRequest;
}

const failed = (columns: readonly Column[], cause: string): NewCell[] =>
  columns.map((column) => failedCell(column, 'MODEL', cause));

const askTwice = async (
  asked: AskedTogether,
  { budgetLeft }: Pick<Caller, 'budgetLeft'>,
  { columns, chunks, request }: DocumentOrder,
): Promise<NewCell[]> => {
  const first = await asked.ask(request);
  const read = readAnswer(first.text);
  if (read.value) return cellsOfAnswer(read.value, columns, chunks);
  const repair = repairRequest(request, first.text, read.problem);
  const unread = `The model's answer could not be read: ${read.problem}`;
  if (!budgetLeft.take(repair)) return failed(columns, `${unread} The budget was too small to ask again.`);
  const second = await asked.ask(repair);
  const again = readAnswer(second.text);
  return again.value
    ? cellsOfAnswer(again.value, columns, chunks)
    : failed(columns, `The model's answer could not be read: ${again.problem}`);
};

/** Reads one document with a model. A failure that concerns only this document results in failed cells with their cause. */
const readDocument = async (caller: Caller, order: DocumentOrder): Promise<Outcome> => {
  const asked = new AskedTogether(caller);
  const { settle } = asked;
  try {
    return { cells: await askTwice(asked, caller, order), settle };
  } catch (error) {
    if (error instanceof AppError && isOwnFailure(error.code))
      return { cells: failed(order.columns, error.message), settle };
    await asked.giveUp();
    throw error;
  }
};

/** Shows runs under the schema that is their subject. */
const schemasAsSubjects = async (
  tx: TxCtx,
  runs: readonly RunSubject[],
): Promise<Map<string, ShownSubject>> => {
  const rows = await schemaRepository.listByIds(tx.db, [...new Set(runs.map(({ subjectId }) => subjectId))]);
  return new Map(
    rows.map(({ id, name, knowledgeBaseId }) => [
      id,
      { name, address: `/knowledge-base/${knowledgeBaseId}/schemas?schema=${id}` },
    ]),
  );
};

/** Finds the subjects of runs by their name. */
const searchSchemas = (tx: TxCtx, text: string, limit: number): Promise<string[]> =>
  schemaRepository.listIdsNamed(tx.db, text, limit);

/** The number of documents that are read at the same time. */
const lanes = 3;

/** The data that a run works with. Without a model, rules read the documents. */
interface RunWork {
  run: RunContext;
  resolved: ResolvedChatModel | undefined;
  columnIds: ReadonlySet<string> | undefined;
}

interface Turn {
  document: SchemaDocument;
  order: DocumentOrder;
}

const loadWork = async (
  run: RunContext,
  { modelId, columnIds }: { modelId: string | null; columnIds?: string[] | undefined },
): Promise<RunWork> => {
  const wanted = columnIds && new Set(columnIds);
  if (modelId === null) return { run, resolved: undefined, columnIds: wanted };
  if (!(await isKnownModel(run.ctx, modelId))) fail('schemas.model_not_found');
  return { run, resolved: await resolveChatModel(run.ctx, modelId), columnIds: wanted };
};

const toReading = ({ run, resolved, columnIds }: RunWork, schema: SchemaRowOf): Reading => ({
  schemaId: schema.id,
  knowledgeBaseId: schema.knowledgeBaseId,
  columns: schema.columns.filter(({ columnId }) => columnIds?.has(columnId) ?? true),
  byRules: resolved === undefined,
  runId: run.runId,
});

/** Returns the next documents with the columns to read in each, and the number of documents still to be read. */
const nextTurns = (work: RunWork) =>
  work.run.ctx.tx(async (tx) => {
    const { schema } = (await schemaRepository.find(tx.db, work.run.subjectId)) ?? fail('schemas.not_found');
    const reading = toReading(work, schema);
    const documents = await cellRepository.listUnread(tx.db, reading, lanes);
    const turns: Turn[] = [];
    for (const document of documents) {
      const columns: Column[] = schema.columns.filter(({ columnId }) => document.columns.includes(columnId));
      const all = await cellRepository.listChunks(tx.db, document.id);
      const chunks = work.resolved ? chooseChunks(all, columns) : all;
      turns.push({ document, order: { columns, chunks, request: readingRequest(columns, chunks) } });
    }
    return { schema, turns, counts: await cellRepository.count(tx.db, reading) };
  });

/** Reads one document: by a model, within the rest of the budget, or by rules. */
type Reader = (order: DocumentOrder) => Promise<Outcome>;

const readTurn = async (
  { run }: RunWork,
  schema: SchemaRowOf,
  { turn: { document, order }, read }: { turn: Turn; read: Reader },
): Promise<void> => {
  const { cells, settle } = await read(order);
  await run.write(async (tx) => {
    // A document that was deleted meanwhile gets no cells, but the cost of reading it is booked.
    if (await holdImport(tx, document.id))
      await cellRepository.put(tx.db, { schemaId: schema.id, document, runId: run.runId }, cells);
    await settle?.(tx);
  });
};

/**
 * Returns the documents that the rest of the budget covers, even if each costs the most it can, and the way to read them.
 */
const affordable = (
  { run, resolved }: RunWork,
  schema: SchemaRowOf,
  turns: readonly Turn[],
): { paid: readonly Turn[]; read: Reader } => {
  if (!resolved)
    return {
      paid: turns,
      read: async ({ columns, chunks }) => ({ cells: readByRules(columns, chunks) }),
    };
  const budgetLeft = openRemainingBudget(resolved, schema);
  const caller = {
    run,
    resolved,
    knowledgeBaseId: schema.knowledgeBaseId,
    reference: `schema ${run.runId}`,
    onCost: (tx: TxCtx, cost: number) => schemaRepository.addSpent(tx.db, schema.id, cost),
    budgetLeft,
  };
  const paid = turns.filter(({ order }) => budgetLeft.take(order.request));
  return { paid, read: (order) => readDocument(caller, order) };
};

/** Reads all documents. Returns false when the budget is used up before. */
const readAll = async (work: RunWork): Promise<boolean> => {
  for (;;) {
    work.run.signal.throwIfAborted();
    const { schema, turns, counts } = await nextTurns(work);
    if (turns.length === 0) return true;
    const done = counts.total - counts.pending;
    await work.run.progress(
      done / Math.max(1, counts.total),
      `Reading document ${done + 1} of ${counts.total}`,
    );
    const { paid, read } = affordable(work, schema, turns);
    if (paid.length === 0) return false;
    // All documents are awaited before the first failure is thrown, so that no paid answer is lost.
    const settled = await Promise.allSettled(paid.map((turn) => readTurn(work, schema, { turn, read })));
    for (const each of settled) if (each.status === 'rejected') throw each.reason;
  }
};

const stoppedNote = 'Stopped by the budget. Raise it to go on where it stopped.';

/** The run that reads the documents of a knowledge base into the columns of a schema, each in a transaction of its own. */
export const schemasRun = defineRun({
  ...schemaRunType,
  topic: ({ subjectId }) => schemaTopic(subjectId),
  screen: {
    subjects: schemasAsSubjects,
    search: searchSchemas,
    cancel: (ctx, { subjectId }) => cancelSchemaRun(ctx, subjectId),
  },
  run: async (run, input) => {
    const isWhole = await readAll(await loadWork(run, input));
    if (!isWhole)
      await run.write((tx) => schemaRepository.update(tx.db, run.subjectId, { stoppedByBudget: true }));
    return { isWhole };
  },
  note: ({ isWhole }) => (isWhole ? undefined : stoppedNote),
});
