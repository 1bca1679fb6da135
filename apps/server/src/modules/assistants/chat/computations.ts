import { createLexicalIndex, encodeLexicalSegment } from '@atelier/retrieval/lexical';
import {
  describeQuery,
  describeShape,
  planByRules,
  readTables,
  runQuery,
  type Table,
  type TablePart,
  type TableQuery,
  type TableResult,
  type TableShape,
  UnknownColumn,
} from '@atelier/retrieval/tables';
import { defineComputation } from '../../../kernel/compute/computation.ts';

interface TableTexts {
  documents: readonly { parts: readonly TablePart[] }[];
}

/** A table among those of several documents. */
interface TablePlace {
  /** The position of its document. */
  document: number;
  /** The position of the table in the document. */
  table: number;
}

const deadlineMs = 10_000;

/** The number of characters that are read and searched within 10 ms. */
const few = 16_000;

const isSmall = ({ documents }: TableTexts): boolean =>
  documents.every(({ parts }) => parts.length === 0) ||
  documents.flatMap(({ parts }) => parts).reduce((sum, { text }) => sum + text.length, 0) <= few;

interface PlacedTable extends TablePlace {
  own: Table;
}

const listTables = ({ documents }: TableTexts): PlacedTable[] =>
  documents.flatMap(({ parts }, document) =>
    readTables(parts).map((own, table) => ({ document, table, own })),
  );

/** Describes the tables of documents, so that a model can ask them. */
export const tableShapes = defineComputation({
  name: 'chat.table-shapes',
  deadlineMs,
  isSmall,
  compute: (texts: TableTexts): (TablePlace & { shape: TableShape })[] =>
    listTables(texts).map(({ own, ...place }) => ({ ...place, shape: describeShape(own) })),
});

export interface TableQuestion extends TableTexts {
  question: string;
  /** The query of a model; without it, rules make one of the question. */
  asked?: TablePlace & { query: TableQuery };
}

export interface ComputedAnswer {
  document: number;
  /** The name of the sheet; empty where the document has one table. */
  sheet: string;
  page: number | null;
  /** The computation in words. */
  words: string;
  query: TableQuery;
  result: TableResult;
  rowsOfTable: number;
}

const chooseTablePlan = ({ question, asked }: TableQuestion, tables: readonly PlacedTable[]) => {
  if (asked) {
    const table = tables.find((each) => each.document === asked.document && each.table === asked.table);
    return table && { table, query: asked.query };
  }
  let best: { table: PlacedTable; query: TableQuery; score: number } | undefined;
  for (const table of tables) {
    const plan = planByRules(question, table.own);
    if (plan && plan.score > (best?.score ?? 0)) best = { table, ...plan };
  }
  return best;
};

/** Computes the answer to a question about tables. Returns undefined where there is none. */
export const tableAnswer = defineComputation({
  name: 'chat.table-answer',
  deadlineMs,
  isSmall,
  compute(question: TableQuestion): ComputedAnswer | undefined {
    const plan = chooseTablePlan(question, listTables(question));
    if (plan === undefined) return undefined;
    const { table, query } = plan;
    const { own, document } = table;
    try {
      const result = runQuery(own, query);
      const { name: sheet, page } = own;
      return {
        document,
        sheet,
        page,
        words: describeQuery(query),
        query,
        result,
        rowsOfTable: own.rows.length,
      };
    } catch (error) {
      if (error instanceof UnknownColumn) return undefined;
      throw error;
    }
  },
});

export interface FileQuestion {
  content: string;
  chunks: readonly { start: number; end: number; heading: string | null }[];
  query: string;
  topK: number;
  /** True to add the other chunks, in the order of the file. */
  withRest: boolean;
}

/** A chunk of a file by its position among the chunks. */
export interface FileHit {
  at: number;
  score: number;
}

/** The most chunks of a file that a model is offered. */
const mostOffered = 200;

/** Finds the chunks of one file that have the words of a question, the best first. */
export const fileSearch = defineComputation({
  name: 'chat.file-search',
  deadlineMs,
  isSmall: ({ content }: FileQuestion) => content.length <= few,
  compute({ content, chunks, query, topK, withRest }: FileQuestion): FileHit[] {
    const index = createLexicalIndex({ onlyTermsOf: query });
    const documents = chunks.map(({ start, end, heading }, at) => ({
      id: String(at),
      text: content.slice(start, end),
      ...(heading === null ? {} : { heading }),
    }));
    index.addSegment('file', encodeLexicalSegment(documents));
    const hits = index.search({ query, topK }).map(({ id, score }) => ({ at: Number(id), score }));
    if (!withRest) return hits;
    const found = new Set(hits.map(({ at }) => at));
    const rest = chunks.flatMap((_chunk, at) => (found.has(at) ? [] : [{ at, score: 0 }]));
    return [...hits, ...rest].slice(0, Math.max(topK, mostOffered));
  },
});
