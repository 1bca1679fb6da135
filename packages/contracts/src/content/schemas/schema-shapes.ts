import { z } from 'zod';
import { Abilities, documentPlace, requiredText, Timestamp, text } from '../../kernel/shapes.ts';

/** What a column holds (SCHEMA-09). CHOICE is one of a list, LIST is several texts. */
export const ColumnType = z.enum(['TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'CHOICE', 'LIST']);
export type ColumnType = z.infer<typeof ColumnType>;

const columnShape = z.object({
  name: requiredText(80, 'Please enter a name for the column'),
  type: ColumnType.default('TEXT'),
  /** What a CHOICE may be. */
  choices: z.array(requiredText(100, 'Please enter the choice')).max(50).default([]),
  /** What to read, in words. */
  instruction: text(1000).default(''),
});

const hasChoices = ({ type, choices }: z.output<typeof columnShape>): boolean =>
  type !== 'CHOICE' || choices.length >= 2;
const choicesMissing = { path: ['choices'], message: 'Please enter at least two choices' };

/** A column as people write it. */
export const NewColumn = columnShape.refine(hasChoices, choicesMissing);
export type NewColumn = z.output<typeof NewColumn>;

export const Column = columnShape.extend({
  columnId: z.string(),
  /** Goes up when it is to be read anew. */
  revision: z.number().int(),
});
export type Column = z.output<typeof Column>;

export const mostColumns = 30;

/** A new schema as people write it. */
export const NewSchema = z.object({
  name: requiredText(120, 'Please enter a name'),
  columns: z
    .array(NewColumn)
    .min(1, 'Please add at least one column')
    .max(mostColumns, `Please keep to ${mostColumns} columns`),
});
export type NewSchema = z.output<typeof NewSchema>;

/**
 * PENDING: there are documents to read (never run, waiting, or stopped). ERRORED: the run ended and could not read some
 * documents. FAILED: the run itself failed (SCHEMA-02).
 */
export const SchemaStatus = z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'ERRORED', 'FAILED']);
export type SchemaStatus = z.infer<typeof SchemaStatus>;

/** UNVERIFIED: the words that it was read from are not in the chunk. EDITED: written by hand. */
export const CellState = z.enum(['FOUND', 'NOT_FOUND', 'UNVERIFIED', 'EDITED', 'FAILED']);
export type CellState = z.infer<typeof CellState>;

/** A number, a date as `2026-03-01`, a text or several; null where there is none. */
export const CellValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
export type CellValue = z.infer<typeof CellValue>;

/** How a value came to be: a language model, rules for labelled lines, or a person. */
export const CellReader = z.enum(['MODEL', 'RULES', 'HAND']);
export type CellReader = z.infer<typeof CellReader>;

export const Cell = z.object({
  columnId: z.string(),
  value: CellValue,
  state: CellState,
  reader: CellReader,
  /** The place that it was read from. */
  source: z
    .object({
      chunkId: z.string(),
      quote: z.string(),
      start: z.number().int(),
      end: z.number().int(),
      ...documentPlace,
    })
    .nullable(),
  /** Why it could not be read. */
  cause: z.string().nullable(),
});
export type Cell = z.infer<typeof Cell>;

export const SchemaRow = z.object({
  knowledgeBaseImportId: z.string(),
  documentName: z.string(),
  /** Those that were read; a column without one waits. */
  cells: z.array(Cell),
});
export type SchemaRow = z.infer<typeof SchemaRow>;

/** An information schema and how reading it stands (SCHEMA-01). */
export const InformationSchema = z.object({
  schemaId: z.string(),
  knowledgeBaseId: z.string(),
  name: z.string(),
  columns: z.array(Column),
  status: SchemaStatus,
  /** Why the run stopped before its end. */
  stopped: z.enum(['BUDGET', 'CANCELLED']).nullable(),
  isActive: z.boolean(),
  modelId: z.string().nullable(),
  stage: z.string().nullable(),
  progress: z.number().min(0).max(1),
  cause: z.object({ code: z.string(), message: z.string() }).nullable(),
  documents: z.object({ total: z.number().int(), pending: z.number().int(), failed: z.number().int() }),
  /** Credits of all runs, and of the last with its limit. */
  spentCredits: z.number(),
  runCredits: z.number(),
  budgetCredits: z.number().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type InformationSchema = z.infer<typeof InformationSchema>;

export const SchemaDetails = InformationSchema.extend({
  /** The models that can read it; without one, rules read labelled lines. */
  models: z.array(z.object({ modelId: z.string(), name: z.string() })),
});
export type SchemaDetails = z.infer<typeof SchemaDetails>;

/** CHANGED: what was not read yet, or was read of another version. ALL: everything but what is written by hand. */
export const RunScope = z.enum(['CHANGED', 'ALL']);
export type RunScope = z.infer<typeof RunScope>;
