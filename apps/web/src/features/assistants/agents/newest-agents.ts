import { agents } from '@atelier/contracts/assistants/agents/agents';
import { useRead } from '../../../lib/query.ts';

/** The agents that were changed last. The landing page reads them, so this file stays small. */
export const useNewestAgents = () => useRead(agents.endpoints.list, { query: { limit: 1 } });
