import type { ErrorDeclaration } from '../../kernel/contract.ts';
import { changedMeanwhile } from '../../kernel/revisions.ts';

/** Errors of sources. A connector replaces the message with its own where it knows more. */
export const sourceErrors = {
  'sources.changed_meanwhile': changedMeanwhile('this source'),
  'sources.source_not_found': { kind: 'not_found', message: 'This source does not exist.' },
  'sources.type_unavailable': {
    kind: 'invalid',
    message: 'This kind of source cannot be imported yet. Please choose another one.',
  },
  'sources.connection_missing': {
    kind: 'invalid',
    message: 'This source needs a connection of its kind. Please choose one, or create it first.',
  },
  'sources.already_syncing': {
    kind: 'conflict',
    message: 'This source is being read already. Please wait for it to finish, or cancel it.',
  },
  'sources.not_syncing': { kind: 'conflict', message: 'This source is not being read at the moment.' },
  'sources.not_retryable': {
    kind: 'conflict',
    message: 'Only a failed or cancelled sync can be retried. Please use Sync now.',
  },
  'sources.too_many': {
    kind: 'limit',
    message: 'A knowledge base has at most 200 sources. Please delete one that you do not need.',
  },
  'sources.no_options': { kind: 'invalid', message: 'This field has no list of choices.' },
  'sources.no_hook': {
    kind: 'conflict',
    message: 'Only a webhook source accepts documents at an address. Please create one.',
  },
  'sources.hook_not_found': {
    kind: 'not_found',
    message: 'There is no webhook at this address, or it is switched off.',
  },
  'sources.hook_too_large': {
    kind: 'too_large',
    message: 'Please send at most 1 MB and 500 documents at once.',
  },
  'sources.hook_empty': { kind: 'invalid', message: 'Please send a document in the body of the request.' },
  'sources.hook_unreadable': {
    kind: 'invalid',
    message:
      'The message cannot be read with the settings of this source. Please correct the message or the settings.',
  },
  'sources.hook_full': {
    kind: 'limit',
    message: 'This source has reached its limit of documents. Please raise the limit or delete some.',
  },
  'sources.invalid_settings': {
    kind: 'invalid',
    message: 'Some settings of this source are not valid. Please check the marked fields.',
  },
  'sources.unreachable': {
    kind: 'upstream',
    message: 'The source could not be reached. Please check the address and try again.',
  },
  'sources.blocked': {
    kind: 'invalid',
    message:
      'This address is not public, so it cannot be read. Please use a public one, or ask your operator.',
  },
  'sources.refused': {
    kind: 'upstream',
    message: 'The source refused the sign-in. Please check the connection.',
  },
  'sources.not_found': {
    kind: 'upstream',
    message: 'The settings of the source name something that does not exist. Please check them.',
  },
  'sources.too_large': {
    kind: 'upstream',
    message: 'The answer of the source is too large. Please restrict what is read.',
  },
  'sources.unexpected_answer': {
    kind: 'upstream',
    message: 'The answer of the source cannot be read. Please check the settings.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
