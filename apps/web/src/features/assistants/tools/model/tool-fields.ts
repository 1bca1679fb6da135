import type { Field } from '@atelier/contracts/fields/fields';
import { approvalWords, effectWords } from './tool-words.ts';

const toOptions = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const pair = (what: string): Field[] => [
  { name: 'name', label: `Name of the ${what}`, type: 'SHORT_TEXT', required: true, max: 200 },
  { name: 'value', label: 'Value', type: 'SHORT_TEXT', max: 4000, placeholder: '{number}' },
];

const description = (help: string): Field => ({
  name: 'description',
  label: 'Description',
  type: 'LONG_TEXT',
  max: 4000,
  description: help,
});

const connection = (kind: string | undefined, isRequired: boolean): Field => ({
  name: 'connectionId',
  label: 'Connection',
  type: 'CONNECTIONS',
  required: isRequired,
  description: isRequired
    ? 'What the tool works with. Its secrets stay on the server.'
    : 'Signs the request. Its secrets stay on the server and go to its own site only. Leave this empty when none are needed.',
  ...(kind === undefined ? {} : { kind }),
});

const rules: Field[] = [
  {
    name: 'effect',
    label: 'Effect',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'READS',
    options: toOptions(effectWords),
    description: 'Calls that act outside are made one by one, and never twice.',
  },
  {
    name: 'approval',
    label: 'Approval',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'AFTER_FOREIGN_TEXT',
    options: toOptions(approvalWords),
    description: 'Text by others, such as a page or a mail, may tell the agent to make a call.',
  },
];

/** The types of arguments that need no JSON Schema of one’s own. */
export const argumentTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

const parameter: Field[] = [
  { name: 'name', label: 'Name', type: 'SHORT_TEXT', required: true, max: 64 },
  {
    name: 'type',
    label: 'Type',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'string',
    options: [
      { value: 'string', label: 'Text' },
      { value: 'integer', label: 'Whole number' },
      { value: 'number', label: 'Number' },
      { value: 'boolean', label: 'Yes or no' },
      { value: 'array', label: 'List' },
      { value: 'object', label: 'Object' },
      { value: 'schema', label: 'JSON Schema' },
    ],
  },
  {
    name: 'schema',
    label: 'JSON Schema',
    type: 'JSON',
    required: true,
    default: { type: 'string' },
    shownWhen: { field: 'type', values: ['schema'] },
  },
  { name: 'description', label: 'What it means', type: 'SHORT_TEXT', max: 2000 },
  { name: 'isRequired', label: 'Must be given', type: 'CHECKBOX', default: true },
];

/** The form of a request. */
export const requestFields: Field[] = [
  description('Tells the agent what the tool does and when to use it.'),
  {
    name: 'method',
    label: 'Method',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'GET',
    options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((value) => ({ value, label: value })),
  },
  {
    name: 'url',
    label: 'Address',
    type: 'SHORT_TEXT',
    required: true,
    max: 4000,
    placeholder: 'https://api.example.com/orders/{number}',
    description: 'An argument in braces stands for what the agent fills in, also below.',
  },
  {
    name: 'parameters',
    label: 'Arguments',
    type: 'ARRAY',
    max: 60,
    fields: parameter,
    description: 'What the agent fills in.',
  },
  { name: 'query', label: 'Query parameters', type: 'ARRAY', max: 50, fields: pair('parameter') },
  { name: 'headers', label: 'Headers', type: 'ARRAY', max: 50, fields: pair('header') },
  {
    name: 'bodyKind',
    label: 'Body',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'NONE',
    options: [
      { value: 'NONE', label: 'None' },
      { value: 'JSON', label: 'JSON' },
      { value: 'FORM', label: 'Form' },
      { value: 'MULTIPART', label: 'Form with parts (multipart)' },
      { value: 'TEXT', label: 'Text' },
    ],
    shownWhen: { field: 'method', values: ['POST', 'PUT', 'PATCH', 'DELETE'] },
  },
  {
    name: 'body',
    label: 'Content of the body',
    type: 'LONG_TEXT',
    max: 50_000,
    placeholder: '{"customer": "{customer}"}',
    description: 'In JSON and forms, "{customer}" in quotes stands for the whole argument, of any type.',
    shownWhen: { field: 'bodyKind', values: ['JSON', 'FORM', 'MULTIPART', 'TEXT'] },
  },
  connection('HTTP_AUTHENTICATION', false),
  ...rules,
];

/** The form of a default tool with its connection. */
export const preparedFields = (
  choices: readonly { value: string; label: string }[],
  kind: string | undefined,
): Field[] => [
  {
    name: 'defaultToolId',
    label: 'Tool',
    type: 'STATIC_DROPDOWN',
    required: true,
    options: [...choices],
  },
  connection(kind, true),
  description('Is added to what the agent knows of the tool, for example what the database contains.'),
  ...rules,
];
