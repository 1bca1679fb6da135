import { orchestratorToken } from '@atelier/contracts/account/identity/orchestrator-token';
import { matrixOf } from '../matrix.ts';

export const orchestratorTokenMatrix = matrixOf(orchestratorToken, {
  obtain: {
    naming: ({ tenantId }) => ({ body: { tenantId } }),
    refusal: [401, 403],
    refusesItself: ['auth.unauthenticated', 'auth.tenant_mismatch'],
  },
});
