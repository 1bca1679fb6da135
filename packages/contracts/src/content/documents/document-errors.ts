import type { ErrorDeclaration } from '../../kernel/contract.ts';

/** The refusals of calls that read and edit documents. */
export const documentErrors = {
  'documents.busy': {
    kind: 'conflict',
    message: 'This document is being imported. Please wait until that is done, or cancel it first.',
  },
  'documents.nothing_to_edit': {
    kind: 'conflict',
    message: 'This document has no text yet. Please retry its import first.',
  },
  'documents.not_encoded': {
    kind: 'conflict',
    message: 'The encoding of characters can only be chosen for a text file that has been read.',
  },
  'documents.changed': {
    kind: 'conflict',
    message:
      'Somebody has changed this document meanwhile. Please copy your text, open the document again and insert it.',
  },
  'documents.too_many_corrections': {
    kind: 'conflict',
    message:
      'This document has as many corrections as it can have (1,000). Please change the file and import it again.',
  },
  'documents.too_long': {
    kind: 'too_large',
    message:
      'This document is too long to be edited here (more than 500,000 characters). Please change the file and import it again.',
  },
  'documents.version_not_found': {
    kind: 'not_found',
    message: 'This version does not exist any more. Please choose another one.',
  },
  'documents.version_current': {
    kind: 'conflict',
    message: 'The version in use cannot be deleted. Please revert to another one first.',
  },
  'documents.chunk_not_found': {
    kind: 'not_found',
    message: 'This chunk does not exist any more. Please open the list again.',
  },
  'documents.too_many_details': {
    kind: 'invalid',
    message: 'A document can have at most 50 details. Please remove some first.',
  },
  'documents.no_text': {
    kind: 'conflict',
    message: 'There is no text to summarize yet. Please wait until the document has been imported.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
