import type { ErrorDeclaration } from '../../kernel/contract.ts';
import { changedMeanwhile } from '../../kernel/revisions.ts';

/** The refusals of calls about workers and their records. */
export const workerErrors = {
  'workers.not_found': {
    kind: 'not_found',
    message: 'This worker does not exist. It may have been deleted.',
  },
  'workers.name_taken': {
    kind: 'conflict',
    message: 'A worker with this name exists already. Please choose another name.',
  },
  'workers.template_not_found': {
    kind: 'not_found',
    message: 'This template does not exist. Please choose another one.',
  },
  'workers.one_target': {
    kind: 'invalid',
    message: 'A worker runs exactly one agent, crew or flow. Please choose one.',
  },
  'workers.target_not_found': {
    kind: 'invalid',
    message: 'The agent, crew or flow does not exist, or you may not see it. Please choose another one.',
  },
  'workers.output_not_found': {
    kind: 'invalid',
    message:
      'The worker that results are passed on to does not exist, or you may not see it. Please choose again.',
  },
  'workers.circle': {
    kind: 'invalid',
    message: 'The workers would pass their results on to each other in a circle. Please remove one of them.',
  },
  'workers.changed_meanwhile': changedMeanwhile('this worker'),
} as const satisfies Record<string, ErrorDeclaration>;

/** The refusals of calls that give a worker something to work on. */
export const inputErrors = {
  'workers.deactivated': {
    kind: 'conflict',
    message: 'This worker is deactivated, so it takes nothing. Activate it first.',
  },
  'workers.link_not_found': {
    kind: 'not_found',
    message:
      'The link to this agent appears to be deleted or deactivated. Please contact your product Admin.',
  },
  'workers.no_worker': {
    kind: 'not_found',
    message: 'No worker runs this agent. Please deploy one first.',
  },
  'workers.no_input': {
    kind: 'invalid',
    message: 'The form has no field workerId before its files. Please send it first.',
  },
  'workers.input_missing': {
    kind: 'invalid',
    message: 'There is nothing to work on. Please enter a text or add a file.',
  },
  'workers.visitor_limit': {
    kind: 'limit',
    message: 'You have sent a lot. Please wait a little, then send more.',
  },
  'workers.mailbox_unreadable': {
    kind: 'upstream',
    message: 'The mailbox cannot be read. Please check its connection.',
  },
  'workers.no_sample_data': {
    kind: 'conflict',
    message: 'This worker has no sample data. Add some in its settings.',
  },
} as const satisfies Record<string, ErrorDeclaration>;

/** The refusals of calls about records. */
export const recordErrors = {
  'workers.record_not_found': {
    kind: 'not_found',
    message: 'This record does not exist. It may have been deleted.',
  },
  'workers.table_not_found': {
    kind: 'not_found',
    message: 'This worker has no table of this name.',
  },
  'workers.file_not_found': {
    kind: 'not_found',
    message: 'This record has no such file.',
  },
  'workers.file_not_shown': {
    kind: 'invalid',
    message: 'This file cannot be shown here. Please download it.',
  },
  'workers.file_in_use': {
    kind: 'conflict',
    message:
      'The record of this file is still being worked on. Please wait until it has ended, or cancel it first.',
  },
  'workers.document_deleted': {
    kind: 'conflict',
    message:
      'The document of this record was deleted from storage, so it cannot be read again. Please give the worker the document once more.',
  },
  'workers.nothing_failed': {
    kind: 'conflict',
    message: 'No activity of this record has failed, so there is nothing to retry.',
  },
  'workers.not_waiting': {
    kind: 'conflict',
    message:
      'This record does not wait for a decision. Somebody else may have decided; please load it again.',
  },
  'workers.output_unreadable': {
    kind: 'invalid',
    message: 'This result has fields, so a correction is a JSON object with its fields.',
  },
  'workers.already_ended': {
    kind: 'conflict',
    message: 'The work on this record has ended already.',
  },
  'workers.not_ended': {
    kind: 'conflict',
    message: 'This record has no result yet. Please wait until it has ended.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
