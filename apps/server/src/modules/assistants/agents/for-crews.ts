// Exports for crews, which are agents whose work others do, and for the templates of workers.
export { entityKindOf } from './agent-entity.ts';
export type { PreparedAgent } from './engine/agent-of.ts';
export { type CrewWork, crewWork, type Member } from './engine/crews.ts';
export { costBelow, costWithBelow } from './runs/costs-below.ts';
export { getCrewRun } from './runs/service/read-runs.ts';
export { executeAgent } from './runs/service/start-run.ts';
export { publishAgent } from './service/publish-agent.ts';
export { getAgent, listLines, nameAgents } from './service/reads.ts';
export { removeAgent } from './service/remove-agent.ts';
export { createAgent, updateAgent } from './service/save-agent.ts';
