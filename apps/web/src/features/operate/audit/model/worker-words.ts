/** The words for what is done with workers and their records. */
export const workerWords: Record<string, { label: string; phrase: string }> = {
  'workers.deployed': { label: 'Worker deployed', phrase: 'deployed the worker {}' },
  'workers.updated': { label: 'Worker changed', phrase: 'changed the worker {}' },
  'workers.removed': { label: 'Worker deleted', phrase: 'deleted the worker {}' },
  'workers.call_refused': { label: 'Call of a worker refused', phrase: 'refused a call of the worker {}' },
  'workers.triggered': { label: 'Work given to a worker', phrase: 'gave work to the worker {}' },
  'workers.activity_retried': {
    label: 'Failed activity tried again',
    phrase: 'had the failed activity of a record tried again',
  },
  'workers.record_cancelled': { label: 'Record cancelled', phrase: 'cancelled a record of a worker' },
  'workers.output_decided': {
    label: 'Output of a worker decided',
    phrase: 'decided about the output of a worker: {action}',
  },
  'workers.retention_changed': {
    label: 'Time for records changed',
    phrase: 'changed for how long ended records of workers are kept',
  },
  'workers.file_removed': {
    label: 'File of a record deleted',
    phrase: 'deleted a file of a record of a worker',
  },
  'workers.record_rated': { label: 'Record rated', phrase: 'rated a record of a worker: {verdict}' },
};
