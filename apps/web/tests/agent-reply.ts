import { type Agent, type AgentLine, AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';

/** An agent as the list of the server shows it. */
export const agentLine: AgentLine = {
  agentId: 'agt_1',
  name: 'Offer checker',
  description: 'Recalculates offers.',
  type: 'INDEPENDENT',
  mode: 'BUILDER',
  agentType: 'Autonomous',
  access: 'PRIVATE',
  active: true,
  hasDraft: true,
  isPublished: false,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  abilities: { canWrite: true, canRun: false },
};

/** An agent as the server shows it: a draft that nobody has published. */
export const agentReply: Agent = {
  ...AgentSettings.parse({ name: agentLine.name, description: agentLine.description }),
  ...agentLine,
  tenantId: 'ten_1',
  revision: 3,
  links: [],
  version: {
    versionId: 'agv_1',
    number: 1,
    state: 'DRAFT',
    isPublished: false,
    updatedAt: '2026-03-01T00:00:00.000Z',
    updatedBy: { userId: 'usr_1', name: 'Ada Lovelace' },
  },
};
