import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { text } from '../../kernel/shapes.ts';

/** An orchestrator token is valid for a day (FLOW-20, CONST-09). */
export const orchestratorTokenSeconds = 24 * 60 * 60;

/** The token with which other programs call the orchestrator of flows. */
export const orchestratorToken = defineContract({
  name: 'orchestratorToken',
  errors: {},
  endpoints: {
    obtain: {
      method: 'POST',
      path: '/api/orchestrator/auth-token',
      summary: 'Obtain a token for the calls of the orchestrator, and nothing else (FLOW-31)',
      access: { public: 'The token in the body, or else the session, proves who calls (FLOW-31).' },
      body: z.object({
        tenantId: text(100),
        /** An API key or the token of a session; without it, the session of the browser counts. */
        token: text(200).optional(),
      }),
      reply: z.object({ token: z.string(), expiresInSeconds: z.number().int() }),
    },
  },
});
