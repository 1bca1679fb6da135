/** The words for what is done with flows. */
export const flowWords: Record<string, { label: string; phrase: string }> = {
  'flows.created': { label: 'Flow created', phrase: 'created the flow {}' },
  'flows.updated': { label: 'Flow changed', phrase: 'changed the flow {}' },
  'flows.published': { label: 'Flow published', phrase: 'published the flow {}' },
  'flows.restored': { label: 'Flow restored', phrase: 'restored an earlier version of the flow {}' },
  'flows.enabled': { label: 'Flow turned on', phrase: 'turned the flow {} on' },
  'flows.disabled': { label: 'Flow turned off', phrase: 'turned the flow {} off' },
  'flows.settings_changed': {
    label: 'Settings of a flow changed',
    phrase: 'changed the settings of the flow {}',
  },
  'flows.removed': { label: 'Flow deleted', phrase: 'deleted the flow {}' },
  'flows.started': { label: 'Flow started', phrase: 'started the flow {}' },
  'flows.tested': { label: 'Flow tested', phrase: 'tested the flow {}' },
  'flows.run_cancelled': { label: 'Run of a flow cancelled', phrase: 'cancelled a run of the flow {}' },
  'flows.run_retried': { label: 'Run of a flow tried again', phrase: 'tried a run of the flow {} again' },
  'flows.run_replayed': {
    label: 'Run of a flow repeated',
    phrase: 'repeated a run of the flow {} from a step',
  },
};
