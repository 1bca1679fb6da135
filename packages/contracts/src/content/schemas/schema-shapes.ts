import { z } from 'zod';
import { edited, Revision } from '../../kernel/revisions.ts';
import { Abilities, documentPosition, requiredText, Timestamp, text } from '../../kernel/shapes.ts';

/** The type of a column's values (SCHEMA-09). CHOICE is one entry of a list, LIST is several texts. */
export const ColumnType = z.enum(['TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'CHOICE', 'LIST']);
export type ColumnType = z.infer<typeof ColumnType>;

const columnShape = z.object({
  name: requiredText(80, 'Please enter a name for the column'),
  type: ColumnType.default('TEXT'),
  /** The values that a CHOICE column allows. */
  choices: z.array(requiredText(100, 'Please enter the choice')).max(50).default([]),
  /** Describes in words what to extract. */
  instruction: text(1000).default(''),
});

const hasChoices = ({ type, choices }: z.output<typeof columnShape>): boolean =>
  type !== 'CHOICE' || choices.length >= 2;
const choicesMissing = { path: ['choices'], message: 'Please enter at least two choices' };

/** The input that creates a column. */
export const NewColumn = columnShape.refine(hasChoices, choicesMissing);
export type NewColumn = z.output<typeof NewColumn>;

/** A change replaces the whole column. */
export const ColumnChange = NewColumn.safeExtend(edited);
export type ColumnChange = z.output<typeof ColumnChange>;

export const Column = columnShape.extend({
  columnId: z.string(),
  /** Rises with each change after which the column has to be extracted again. */
  revision: Revision,
});
export type Column = z.output<typeof Column>;

export const mostColumns = 30;

/** The input that creates a schema. */
export const NewSchema = z.object({
  name: requiredText(120, 'Please enter a name'),
  columns: z
    .array(NewColumn)
    .min(1, 'Please add at least one column')
    .max(mostColumns, `Please use at most ${mostColumns} columns`),
});
export type NewSchema = z.output<typeof NewSchema>;

/**
 * PENDING: some documents were not read yet (never run, waiting, or stopped). ERRORED: the run ended, but some documents could
 * not be read. FAILED: the run itself failed (SCHEMA-02).
 */
export const SchemaStatus = z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'ERRORED', 'FAILED']);
export type SchemaStatus = z.infer<typeof SchemaStatus>;

/** UNVERIFIED: the quote that the model gave is not in the chunk. EDITED: entered by hand. */
export const CellState = z.enum(['FOUND', 'NOT_FOUND', 'UNVERIFIED', 'EDITED', 'FAILED']);
export type CellState = z.infer<typeof CellState>;

/** A number, a date such as `2026-03-01`, a text or a list of texts; null where no value was found. */
export const CellValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
export type CellValue = z.infer<typeof CellValue>;

/** The origin of a value: a language model, rules for labelled lines, or a user. */
export const CellReader = z.enum(['MODEL', 'RULES', 'HAND']);
export type CellReader = z.infer<typeof CellReader>;

export const Cell = z.object({
  columnId: z.string(),
  value: CellValue,
  state: CellState,
  reader: CellReader,
  /** The chunk and span that the value was read from. */
  source: z
    .object({
      chunkId: z.string(),
      quote: z.string(),
      start: z.number().int(),
      end: z.number().int(),
      ...documentPosition,
    })
    .nullable(),
  /** The cause for which the value could not be read. */
  cause: z.string().nullable(),
});
export type Cell = z.infer<typeof Cell>;

export const SchemaRow = z.object({
  knowledgeBaseImportId: z.string(),
  documentName: z.string(),
  /** One cell for each column that was read; columns without a cell are still waiting. */
  cells: z.array(Cell),
});
export type SchemaRow = z.infer<typeof SchemaRow>;

/** An information schema with the progress of its run (SCHEMA-01). */
export const InformationSchema = z.object({
  schemaId: z.string(),
  knowledgeBaseId: z.string(),
  name: z.string(),
  columns: z.array(Column),
  status: SchemaStatus,
  /** The reason for which the run stopped early; null when it did not. */
  stopped: z.enum(['BUDGET', 'CANCELLED']).nullable(),
  isActive: z.boolean(),
  modelId: z.string().nullable(),
  stage: z.string().nullable(),
  progress: z.number().min(0).max(1),
  cause: z.object({ code: z.string(), message: z.string() }).nullable(),
  documents: z.object({ total: z.number().int(), pending: z.number().int(), failed: z.number().int() }),
  /** Credits spent by all runs, then those of the last run and its limit. */
  spentCredits: z.number(),
  runCredits: z.number(),
  budgetCredits: z.number().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type InformationSchema = z.infer<typeof InformationSchema>;

export const SchemaDetails = InformationSchema.extend({
  /** The models to choose from. Without a model, rules read labelled lines. */
  models: z.array(z.object({ modelId: z.string(), name: z.string() })),
});
export type SchemaDetails = z.infer<typeof SchemaDetails>;

/** CHANGED: values that were not read yet or come from an earlier version of the document. ALL: everything except values entered by hand. */
export const RunScope = z.enum(['CHANGED', 'ALL']);
export type RunScope = z.infer<typeof RunScope>;
