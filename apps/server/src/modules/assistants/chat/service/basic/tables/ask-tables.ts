import { parseForeignJson } from '@atelier/contracts/kernel/parse-json';
import type { ModelUsage } from '@atelier/models';
import { buildTablePrompt } from '@atelier/models/prompts';
import { aggregates, comparisons, mostShown, type TableQuery } from '@atelier/retrieval/tables';
import { z } from 'zod';
import { AppError } from '../../../../../../kernel/base/errors.ts';
import type { TableDocument } from '../../../../../content/documents/declarations.ts';
import { readTableDocuments } from '../../../../../content/documents/index.ts';
import type { ResolvedChatModel } from '../../../../../content/models/index.ts';
import type { AnsweredBy, AnswerPart, Writing } from '../../../../apps/declarations.ts';
import { type ComputedAnswer, type TableQuestion, tableAnswer, tableShapes } from '../../../computations.ts';
import { chatRepository } from '../../../repository.ts';
import { stopwatch } from '../../../stopwatch.ts';
import { askBriefly } from '../earlier-conversation.ts';
import { citedPlaces, writeTableAnswer } from './write-table-answer.ts';

const Name = z.string().min(1).max(120);
const Value = z.union([z.string().max(300), z.number()]).transform(String);

const Reply = z.object({
  table: z.number().int().min(1),
  where: z
    .array(
      z.object({
        column: Name,
        comparison: z.enum(comparisons),
        values: z.array(Value).max(50).default([]),
      }),
    )
    .max(10)
    .default([]),
  select: z.array(Name).max(50).default([]),
  groupBy: z.array(Name).max(3).default([]),
  aggregate: z
    .object({ kind: z.enum(aggregates), column: Name.nullable().default(null) })
    .nullable()
    .default(null),
  orderBy: z
    .object({ column: Name.nullable(), descending: z.boolean().default(false) })
    .nullable()
    .default(null),
  limit: z.number().int().min(1).catch(mostShown.rows).default(mostShown.rows),
});

/** Reads the query that a model wrote. Returns undefined where it wrote none, or something else. */
export const readQuery = (reply: string): { table: number; query: TableQuery } | undefined => {
  const json = reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1);
  const { data } = Reply.safeParse(parseForeignJson(json));
  if (!data) return undefined;
  const { table, ...query } = data;
  const needsColumn = query.aggregate !== null && query.aggregate.kind !== 'count';
  return needsColumn && query.aggregate?.column === null ? undefined : { table, query };
};

interface Asking extends Pick<Writing, 'ctx' | 'signal' | 'trace' | 'remember'> {
  app: AnsweredBy;
  resolved: ResolvedChatModel;
  onUsage: (usage: ModelUsage) => void;
}

/** Asks the model which query answers the question. Returns undefined where it finds none. */
const askModelForQuery = async (
  asking: Asking,
  { question, documents }: { question: string; documents: readonly TableDocument[] },
): Promise<TableQuestion['asked']> => {
  const { ctx, signal } = asking;
  const { tenantId } = ctx;
  const tables = await ctx.services.compute.run(tableShapes, { documents }, { tenantId, signal });
  const shown = tables.map(({ document, shape }, at) => {
    const { name = '' } = documents[document] ?? {};
    return { ...shape, number: at + 1, name: shape.name === '' ? name : `${name}, ${shape.name}` };
  });
  if (shown.length === 0) return undefined;
  const reply = await askBriefly(ctx, asking, buildTablePrompt(question, shown));
  const written = reply === undefined ? undefined : readQuery(reply);
  const place = written && tables[written.table - 1];
  return place && { document: place.document, table: place.table, query: written.query };
};

const compute = async (
  asking: Asking,
  { question, documents }: { question: string; documents: readonly TableDocument[] },
): Promise<ComputedAnswer | undefined> => {
  const { ctx, signal, resolved } = asking;
  const asked = resolved.extractive ? undefined : await askModelForQuery(asking, { question, documents });
  if (!resolved.extractive && asked === undefined) return undefined;
  const order = { question, documents, ...(asked ? { asked } : {}) };
  return ctx.services.compute.run(tableAnswer, order, { tenantId: ctx.tenantId, signal });
};

/** A computation that took too long, or found no free thread, leaves the question to the search. */
const computeIfPossible = async (
  asking: Asking,
  order: Parameters<typeof compute>[1],
): Promise<ComputedAnswer | undefined> => {
  try {
    return await compute(asking, order);
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('compute.')) return undefined;
    throw error;
  }
};

const isUsable = ({ query, result }: ComputedAnswer): boolean =>
  query.aggregate === null || result.rows.some(({ cells }) => cells.at(-1) !== 'none');

/** The source of tables. */
interface Tables {
  read(): Promise<{ documents: TableDocument[]; tooLarge: string[] }>;
  /** Returns the ids of the chunks of a document that hold these places of its text. */
  findChunksAt(importId: string, places: readonly number[]): Promise<Map<number, string>>;
}

const tablesOfKnowledge = ({ ctx, app }: Asking): Tables => ({
  read: () => ctx.tx((tx) => readTableDocuments(tx, app.knowledgeBaseIds)),
  findChunksAt: (importId, places) => ctx.tx(({ db }) => chatRepository.findChunksAt(db, importId, places)),
});

/**
 * Answers a question about tables, by default those of an app's knowledge bases, by a query of a fixed algebra, which the model proposes, or rules where
 * there is no model. Returns undefined where the question is about something else, so that it is searched for.
 */
export const askTables = async (
  asking: Asking,
  question: string,
  tables: Tables = tablesOfKnowledge(asking),
): Promise<Iterable<AnswerPart> | undefined> => {
  const { trace, remember } = asking;
  const elapsed = stopwatch();
  const { documents, tooLarge } = await tables.read();
  if (documents.length === 0 && tooLarge.length === 0) return undefined;
  const computed =
    documents.length === 0 ? undefined : await computeIfPossible(asking, { question, documents });
  const answer = computed && isUsable(computed) ? computed : undefined;
  const document = answer && documents[answer.document];
  const detail = document
    ? `${answer.words}, from ${document.name}`
    : 'The tables do not answer it, so it is searched for.';
  const left = tooLarge.length === 0 ? '' : ` Too large to be computed with: ${tooLarge.join(', ')}.`;
  trace({
    kind: 'STEP',
    durationMs: elapsed(),
    title: 'Question about tables',
    status: document ? 'SUCCEEDED' : 'SKIPPED',
    detail: `${detail}${left}`,
  });
  if (!document) return undefined;
  const places = citedPlaces(answer);
  const chunkIds = await tables.findChunksAt(document.importId, places);
  remember({
    query: question,
    mode: 'TABLE',
    found: [...new Set(chunkIds.values())].map((chunkId) => ({ chunkId, score: 1, used: true })),
  });
  return writeTableAnswer({ computed: answer, document, chunkIds });
};
