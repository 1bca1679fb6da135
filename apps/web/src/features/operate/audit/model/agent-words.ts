/** The words for what is done with agents and their tools. */
export const agentWords: Record<string, { label: string; phrase: string }> = {
  'agents.created': { label: 'Agent created', phrase: 'created the agent {}' },
  'agents.updated': { label: 'Agent changed', phrase: 'changed the agent {}' },
  'agents.published': { label: 'Agent published', phrase: 'published the agent {}' },
  'agents.restored': { label: 'Agent restored', phrase: 'restored an earlier version of the agent {}' },
  'agents.activated': { label: 'Agent turned on', phrase: 'turned the agent {} on' },
  'agents.deactivated': { label: 'Agent turned off', phrase: 'turned the agent {} off' },
  'agents.removed': { label: 'Agent deleted', phrase: 'deleted the agent {}' },
  'agents.started': { label: 'Agent started', phrase: 'started the agent {}' },
  'agents.tested': { label: 'Agent tested', phrase: 'tested the agent {}' },
  'agents.run_cancelled': { label: 'Run of an agent cancelled', phrase: 'cancelled a run of the agent {}' },
  'agents.run_retried': { label: 'Run of an agent continued', phrase: 'continued a run of the agent {}' },
  'agents.call_decided': {
    label: 'Call of an agent decided',
    phrase: 'decided about a call of the agent {}',
  },
  'tools.created': { label: 'Tool created', phrase: 'created the tool {}' },
  'tools.updated': { label: 'Tool changed', phrase: 'changed the tool {}' },
  'tools.tried': { label: 'Tool tried', phrase: 'tried the tool {}' },
  'tools.removed': { label: 'Tool deleted', phrase: 'deleted the tool {}' },
};
