import type { ErrorDeclaration } from '../../kernel/contract.ts';
import { changedMeanwhile } from '../../kernel/revisions.ts';

/** The refusals of calls that define information schemas and run them. */
export const schemaErrors = {
  'schemas.column_changed_meanwhile': changedMeanwhile('this column'),
  'schemas.not_found': {
    kind: 'not_found',
    message: 'This schema does not exist any more. Please go back to the list of schemas.',
  },
  'schemas.column_not_found': {
    kind: 'not_found',
    message: 'This column does not exist any more. Please reload the page.',
  },
  'schemas.document_not_found': {
    kind: 'not_found',
    message: 'This document is not among those that can be read. Please reload the page.',
  },
  'schemas.name_taken': {
    kind: 'conflict',
    message: 'This knowledge base has a schema with this name already. Please choose another name.',
  },
  'schemas.column_name_taken': {
    kind: 'conflict',
    message: 'Two columns cannot have the same name. Please choose another name.',
  },
  'schemas.too_many_columns': {
    kind: 'limit',
    message: 'A schema has at most 30 columns. Please delete one first, or make another schema.',
  },
  'schemas.last_column': {
    kind: 'precondition',
    message: 'A schema needs a column. Please add another one first, or delete the schema.',
  },
  'schemas.running': {
    kind: 'conflict',
    message: 'This schema is being read. Please wait until it is done, or stop it first.',
  },
  'schemas.not_running': {
    kind: 'conflict',
    message: 'This schema is not being read, so there is nothing to stop.',
  },
  'schemas.nothing_to_read': {
    kind: 'precondition',
    message: 'There is nothing new to read. Please import documents, or read all again.',
  },
  'schemas.model_not_found': {
    kind: 'precondition',
    message: 'This model does not exist any more. Please choose another one, or add one under Models.',
  },
  'schemas.value_invalid': {
    kind: 'invalid',
    message: 'This value does not fit the type of its column. Please correct it.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
