// Exports for the templates of workers, which make the agents that they need.
export { publishAgent } from './service/publish-agent.ts';
export { removeAgent } from './service/remove-agent.ts';
export { createAgent } from './service/save-agent.ts';
