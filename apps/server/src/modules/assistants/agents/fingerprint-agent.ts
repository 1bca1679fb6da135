import { createHash } from 'node:crypto';
import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';

/** Returns the same text for settings that work alike. */
export const fingerprintAgent = (settings: unknown): string => {
  // Parsing puts the keys of stored settings in the order of the schema.
  const {
    name: _name,
    description: _description,
    access: _access,
    ...working
  } = AgentSettings.parse(settings);
  return createHash('sha256').update(JSON.stringify(working)).digest('hex');
};
