import type { ErrorDeclaration } from '../../kernel/contract.ts';

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
  'workers.changed_meanwhile': {
    kind: 'conflict',
    message: 'Somebody else has changed this worker. Please load it again before you save.',
  },
  'workers.deactivated': {
    kind: 'conflict',
    message: 'This worker is deactivated, so it takes nothing. Activate it first.',
  },
  'workers.link_not_found': {
    kind: 'not_found',
    message:
      'The link to this agent appears to be deleted or deactivated. Please contact your product Admin.',
  },
  'workers.input_missing': {
    kind: 'invalid',
    message: 'There is nothing to work on. Please enter a text or add a file.',
  },
  'workers.no_sample_data': {
    kind: 'conflict',
    message: 'This worker has no sample data. Add some in its settings.',
  },
} as const satisfies Record<string, ErrorDeclaration>;

export const recordErrors = {
  'workers.record_not_found': {
    kind: 'not_found',
    message: 'This record does not exist. It may have been deleted.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
