import { z } from 'zod';
import { defineContract } from './contract.ts';
import { tenantQuery } from './shapes.ts';

export const billing = defineContract({
  name: 'billing',
  errors: {
    'billing.credits_too_low': {
      kind: 'precondition',
      message: 'Your credit balance is too low. Please upgrade your account to proceed.',
    },
  },
  endpoints: {
    subscription: {
      method: 'GET',
      path: '/api/payment/subscription',
      summary: 'Remaining credits (BILLING-03)',
      access: { signedIn: 'the header shows the balance to every member' },
      query: z.object(tenantQuery),
      reply: z.object({
        featureBalances: z.object({ credits: z.number() }),
        addOns: z.object({ credits: z.number() }),
      }),
    },
  },
});
