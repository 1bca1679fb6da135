import type {
  CellReader,
  CellState,
  CellValue,
  ColumnType,
  InformationSchema,
  NewColumn,
} from '@atelier/contracts/content/schemas/schema-shapes';
import type { StatusTone } from '../../../../ui/feedback/status-badge.tsx';

export const typeNames: Record<ColumnType, string> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  DATE: 'Date',
  BOOLEAN: 'Yes or no',
  CHOICE: 'One of a list',
  LIST: 'Several texts',
};

interface Word {
  label: string;
  tone: StatusTone;
}

const statusWords: Record<InformationSchema['status'], Word> = {
  PENDING: { label: 'Pending', tone: 'neutral' },
  RUNNING: { label: 'In Progress', tone: 'progress' },
  COMPLETED: { label: 'Completed', tone: 'success' },
  ERRORED: { label: 'Completed with errors', tone: 'warning' },
  FAILED: { label: 'Failed', tone: 'danger' },
};

/** Returns the label of a schema's status (SCHEMA-02; RUNNING reads In Progress, IMPORT-12). */
export const toSchemaBadge = ({ status }: Pick<InformationSchema, 'status'>): Word => statusWords[status];

export const stateWords: Record<CellState, Word> = {
  FOUND: { label: 'Found', tone: 'success' },
  NOT_FOUND: { label: 'Not found', tone: 'neutral' },
  UNVERIFIED: { label: 'Not verified', tone: 'warning' },
  EDITED: { label: 'Edited', tone: 'info' },
  FAILED: { label: 'Failed', tone: 'danger' },
};

export type StateFilter = CellState | 'ALL';

const states = Object.keys(stateWords) as CellState[];

export const parseStateFilter = (word: string): StateFilter =>
  states.find((state) => state === word) ?? 'ALL';

export const stateChoices = [
  { value: 'ALL', label: 'All states' },
  ...states.map((value) => ({ value, label: stateWords[value].label })),
];

export const readerWords: Record<CellReader, string> = {
  MODEL: 'Read by a language model',
  RULES: 'Read by rules, without a model',
  HAND: 'Written by hand',
};

export const formatValue = (value: CellValue): string => {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 6 }) : value;
};

/** Formats a value for editing. The server parses it again. */
export const editableValue = (value: CellValue): string =>
  Array.isArray(value) ? value.join('; ') : value === null ? '' : String(value);

const column = (name: string, type: ColumnType, instruction = ''): NewColumn => ({
  name,
  type,
  instruction,
  choices: [],
});

export interface Template {
  id: string;
  label: string;
  columns: NewColumn[];
}

export const templates: [Template, ...Template[]] = [
  {
    id: 'invoice',
    label: 'Invoice',
    columns: [
      column('Supplier', 'TEXT', 'The company that sent the invoice'),
      column('Invoice number', 'TEXT'),
      column('Invoice date', 'DATE'),
      column('Due date', 'DATE'),
      column('Total', 'NUMBER', 'The amount to pay, with tax'),
    ],
  },
  {
    id: 'contract',
    label: 'Contract',
    columns: [
      column('Parties', 'LIST', 'Everybody who signs'),
      column('Start date', 'DATE'),
      column('End date', 'DATE'),
      column('Notice period', 'TEXT'),
      column('Renews by itself', 'BOOLEAN'),
    ],
  },
  {
    id: 'cv',
    label: 'CV',
    columns: [
      column('Name', 'TEXT', 'The full name of the person'),
      column('E-mail', 'TEXT'),
      column('Years of experience', 'NUMBER'),
      column('Skills', 'LIST'),
      column('Last employer', 'TEXT'),
    ],
  },
  { id: 'own', label: 'My own columns', columns: [column('Title', 'TEXT', 'What the document is called')] },
];

export const findTemplate = (id: string): Template =>
  templates.find((template) => template.id === id) ?? templates[0];
