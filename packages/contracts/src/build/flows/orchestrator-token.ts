import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, Timestamp } from '../../kernel/shapes.ts';

/** The seconds for which a token of the orchestrator is valid (FLOW-20). */
export const orchestratorTokenSeconds = 86_400;

/** The token with which programs call the orchestrator (FLOW-20, FLOW-31). */
export const orchestratorToken = defineContract({
  name: 'orchestrator-token',
  errors: {},
  endpoints: {
    create: {
      method: 'POST',
      path: '/api/orchestrator/auth/token',
      summary: 'Obtain a token for the orchestrator, valid for one day (FLOW-31)',
      access: { signedIn: 'It gives no more than the caller has already.' },
      body: z.object({ tenantId: lookupId.optional(), token: z.string().max(500).optional() }),
      reply: z.object({ token: z.string(), expiresAt: Timestamp }),
    },
  },
});
