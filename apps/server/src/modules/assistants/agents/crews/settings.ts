import type { Agent, AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { Crew, CrewChange, CrewSettings } from '@atelier/contracts/assistants/agents/crew-shapes';
import { fail } from '../../../../kernel/base/errors.ts';

type Stored = Pick<AgentSettings, 'crew' | 'agentIds'>;

/** Returns how the agents of a crew are stored: all of them, and which one leads. */
export const toTeam = ({
  supervisor,
  subordinates,
}: Pick<CrewSettings, 'supervisor' | 'subordinates'>): Stored => {
  const supervisorId = supervisor?.agentId ?? null;
  if (supervisorId !== null && subordinates.includes(supervisorId)) fail('crews.supervisor_subordinate');
  const agentIds = [...new Set([...(supervisorId === null ? [] : [supervisorId]), ...subordinates])];
  return { crew: { supervisorId }, agentIds };
};

/** Returns who leads a crew, and who works for it. */
export const toRoles = ({ crew, agentIds }: Stored): Pick<CrewSettings, 'supervisor' | 'subordinates'> => {
  const supervisorId = crew?.supervisorId ?? null;
  return {
    supervisor: supervisorId === null ? null : { agentId: supervisorId },
    subordinates: agentIds.filter((id) => id !== supervisorId),
  };
};

/** Presents an agent as the crew that it is. */
export const presentCrew = ({ agentId, ...agent }: Agent): Crew => ({
  crewId: agentId,
  ...agent,
  ...toRoles(agent),
});

/** Returns the change of the stored settings that a change of a crew means. */
export const toAgentChange = ({ supervisor, subordinates, ...change }: CrewChange, present: Stored) => {
  if (supervisor === undefined && subordinates === undefined) return change;
  const before = toRoles(present);
  return {
    ...change,
    ...toTeam({
      supervisor: supervisor === undefined ? before.supervisor : supervisor,
      subordinates: subordinates ?? before.subordinates,
    }),
  };
};
