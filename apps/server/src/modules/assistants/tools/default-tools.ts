import type { ApprovalRule, JsonSchema, ToolEffect } from '@atelier/agents';
import { fieldsSchema } from '@atelier/agents/schema';
import { chartSchema } from './calls/chart.ts';
import type { FileWork } from './calls/tool-binding.ts';
import { findAction } from './find-action.ts';

/** The work of a default tool: an action of a piece, code in the sandbox, a chart, or something with the files of the run. */
type Work = { piece: string; action: string } | 'CODE' | 'CHART' | FileWork;

/** A tool that every company has (TOOL-07). */
export interface DefaultTool {
  /** Stored in agents, and never changed. */
  id: string;
  /** The name that the model uses. */
  name: string;
  title: string;
  description: string;
  work: Work;
  effect: ToolEffect;
  approval: ApprovalRule;
  /** True when its result contains text by others. */
  isForeign: boolean;
  /** Arguments that are fixed, so that the model does not see them. */
  fixed?: Readonly<Record<string, number | boolean | string>>;
}

/** Reaches nothing outside the run. */
const computes = { effect: 'READS', approval: 'NEVER', isForeign: false } as const;
/** Reads what others wrote at a place that the company chose. */
const reads = { effect: 'READS', approval: 'NEVER', isForeign: true } as const;
/** The model chooses where the request goes, and an address can carry away what it has read. */
const reachesOut = { approval: 'AFTER_FOREIGN_TEXT', isForeign: true } as const;

const longestContent = 200_000;

const fileName = {
  type: 'string',
  pattern: '^[^/\\\\]{1,100}$',
  description: 'A name with an ending that says what is in the file, for example report.md or figures.csv.',
};

export const fileSchemas: Readonly<Record<FileWork, JsonSchema>> = {
  WRITE_FILE: {
    type: 'object',
    properties: {
      name: fileName,
      content: { type: 'string', maxLength: longestContent, description: 'The whole text of the file.' },
    },
    required: ['name', 'content'],
    additionalProperties: false,
  },
  READ_FILE: {
    type: 'object',
    properties: { name: fileName },
    required: ['name'],
    additionalProperties: false,
  },
  LIST_FILES: { type: 'object', properties: {}, additionalProperties: false },
};

export const defaultTools: readonly DefaultTool[] = [
  {
    id: 'tol_search_web',
    name: 'search_web',
    title: 'Web search',
    description: 'Searches the web and returns titles, addresses and excerpts of the pages that fit best.',
    work: { piece: 'web-search', action: 'search_web' },
    ...{ ...reads },
  },
  {
    id: 'tol_read_page',
    name: 'read_page',
    title: 'Web page',
    description: 'Fetches a page of the web and returns what can be read on it as text.',
    work: { piece: 'http', action: 'read_page' },
    ...{ effect: 'READS', ...reachesOut },
  },
  {
    id: 'tol_calculate',
    name: 'calculate',
    title: 'Calculator',
    description:
      'Adds, subtracts, multiplies, divides or raises two numbers exactly. Use it for every calculation.',
    work: { piece: 'math', action: 'calculate' },
    ...{ ...computes },
  },
  {
    id: 'tol_summarize_numbers',
    name: 'summarize_numbers',
    title: 'Sum and average',
    description: 'Computes the sum, average, smallest, largest or median of a list of numbers.',
    work: { piece: 'math', action: 'summarize_numbers' },
    ...{ ...computes },
  },
  {
    id: 'tol_current_date',
    name: 'current_date',
    title: 'Date and time',
    description: 'Tells the date and time of now, in a time zone.',
    work: { piece: 'date', action: 'current_date' },
    ...{ ...computes },
  },
  {
    id: 'tol_date_difference',
    name: 'date_difference',
    title: 'Time between dates',
    description: 'Computes the time between two dates.',
    work: { piece: 'date', action: 'date_difference' },
    ...{ ...computes },
  },
  {
    id: 'tol_run_code',
    name: 'run_code',
    title: 'Code',
    description:
      'Runs JavaScript in a sandbox without network, files and timers, and returns what its function returns. Use it to work through lists, texts and numbers.',
    work: 'CODE',
    ...computes,
  },
  {
    id: 'tol_write_file',
    name: 'write_file',
    title: 'Write a file',
    description:
      'Writes a text file that the people who watch the run can download: a report, a table as CSV, a draft. A file with the same name is replaced.',
    work: 'WRITE_FILE',
    ...computes,
  },
  {
    id: 'tol_read_file',
    name: 'read_file',
    title: 'Read a file',
    description:
      'Returns the text of a file of this run: one that was written, or a document that a tool downloaded.',
    work: 'READ_FILE',
    ...computes,
  },
  {
    id: 'tol_list_files',
    name: 'list_files',
    title: 'List files',
    description: 'Lists the files of this run.',
    work: 'LIST_FILES',
    ...computes,
  },
  {
    id: 'tol_show_chart',
    name: 'show_chart',
    title: 'Chart',
    description:
      'Shows a chart of bars or lines to the people who watch the run. Use it for figures that are easier to see than to read.',
    work: 'CHART',
    ...computes,
  },
  {
    id: 'tol_query_database',
    name: 'query_database',
    title: 'Query of a PostgreSQL database',
    description:
      'Runs one SQL query in a PostgreSQL database and returns its rows. It can change nothing: the transaction is read-only.',
    work: { piece: 'postgresql', action: 'query_rows' },
    ...{ ...reads },
    fixed: { maxRows: 200, timeoutSeconds: 30 },
  },
  {
    id: 'tol_send_mail',
    name: 'send_mail',
    title: 'Mail',
    description: 'Sends a mail from a mailbox of the company.',
    work: { piece: 'mail', action: 'send_mail' },
    ...{ effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT', isForeign: false },
  },
  {
    id: 'tol_send_request',
    name: 'send_request',
    title: 'HTTP request',
    description:
      'Sends an HTTP request to an address and returns the answer: fetches a page or calls an API.',
    work: { piece: 'http', action: 'send_request' },
    ...{ effect: 'WRITES', ...reachesOut },
  },
];

const findPieceAction = ({ work }: DefaultTool) =>
  typeof work === 'string' ? undefined : findAction(work.piece, work.action);

/** Returns the connection that a tool cannot do without. */
export const findRequiredConnection = (tool: DefaultTool) => {
  const connection = findPieceAction(tool)?.piece.connection;
  return connection?.isRequired === true ? connection : undefined;
};

export const findDefaultTool = (id: string): DefaultTool | undefined =>
  defaultTools.find((each) => each.id === id);

const codeSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      maxLength: 100_000,
      description: 'A module: export const code = async (inputs) => { … return value; };',
    },
    inputs: { type: 'object', description: 'What the function gets.' },
  },
  required: ['code'],
  additionalProperties: false,
};

const schemaOfWork = (work: Extract<Work, string>): JsonSchema => {
  if (work === 'CODE') return codeSchema;
  return work === 'CHART' ? chartSchema : fileSchemas[work];
};

/** Describes the arguments of a default tool. */
export const buildInputSchema = (tool: DefaultTool): JsonSchema => {
  if (typeof tool.work === 'string') return schemaOfWork(tool.work);
  const fields = findPieceAction(tool)?.action.fields ?? [];
  return fieldsSchema(fields.filter(({ name }) => !Object.hasOwn(tool.fixed ?? {}, name)));
};
