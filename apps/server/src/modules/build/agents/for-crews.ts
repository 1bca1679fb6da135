// What crews need of agents, because a crew is an agent whose work others do.
export { entityKindOf } from './agent-entity.ts';
export type { PreparedAgent } from './engine/agent-of.ts';
export { type CrewWork, crewWork, type Member } from './engine/crews.ts';
export { getCrewRun } from './runs/service/read-runs.ts';
export { executeAgent } from './runs/service/start-run.ts';
export { getAgent, listLines, nameAgents } from './service/reads.ts';
export { createAgent, updateAgent } from './service/save-agent.ts';
