import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import { ApiPanels } from '../../../../lib/programs/api-panels.tsx';
import { agentCalls } from '../model/agent-calls.ts';

const describeApiAccess = ({ isPublished, active }: Agent): string => {
  if (!isPublished) return 'Programs can ask this agent once it is published.';
  if (!active) return 'Programs can ask this agent once it is switched on again.';
  return 'Each request is a run of the published version, listed under Runs. When somebody has to decide about a step, the reply says so and how.';
};

/** Shows how programs can ask the agent. */
export const ApiTab = ({ agent }: { agent: Agent }) => (
  <ApiPanels
    title="Ask this agent"
    idLabel="Agent id"
    id={agent.agentId}
    about={describeApiAccess(agent)}
    forms={agentCalls({ origin: location.origin, agentId: agent.agentId })}
  />
);
