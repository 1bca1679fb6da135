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
  'agents.memory_kept': { label: 'Fact remembered', phrase: 'let an agent remember a fact' },
  'agents.memory_corrected': {
    label: 'Remembered fact corrected',
    phrase: 'corrected a fact that an agent remembers',
  },
  'agents.memory_deleted': {
    label: 'Remembered fact deleted',
    phrase: 'deleted a fact that an agent remembered',
  },
  'agents.memories_deleted': {
    label: 'Remembered facts deleted',
    phrase: 'deleted all facts that an agent remembered',
  },
  'mcps.created': { label: 'MCP server added', phrase: 'added the MCP server {}' },
  'mcps.updated': { label: 'MCP server changed', phrase: 'changed the MCP server {}' },
  'mcps.authorization_started': {
    label: 'Authorization at an MCP server started',
    phrase: 'began to connect an account to the MCP server {}',
  },
  'mcps.connected': { label: 'MCP server connected', phrase: 'connected an account to the MCP server {}' },
  'mcps.disconnected': {
    label: 'MCP server disconnected',
    phrase: 'forgot the account at the MCP server {}',
  },
  'mcps.checked': { label: 'MCP server checked', phrase: 'checked the MCP server {}' },
  'mcps.removed': { label: 'MCP server deleted', phrase: 'deleted the MCP server {}' },
  'tools.created': { label: 'Tool created', phrase: 'created the tool {}' },
  'tools.updated': { label: 'Tool changed', phrase: 'changed the tool {}' },
  'tools.tried': { label: 'Tool tried', phrase: 'tried the tool {}' },
  'tools.removed': { label: 'Tool deleted', phrase: 'deleted the tool {}' },
};
