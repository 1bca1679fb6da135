import { z } from 'zod';
import { WalkthroughTutorials } from '../../account/identity/auth.ts';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, tenantQuery } from '../../kernel/shapes.ts';

/** The onboarding progress of a tenant (ONBOARD-01). `app` is the most recently changed app that the user may see. */
export const AccountCompletion = z.object({
  isKnowledgeBaseExist: z.boolean(),
  isAppExist: z.boolean(),
  isAppTested: z.boolean(),
  isGoldenQuestionExist: z.boolean(),
  isBotPerformanceExist: z.boolean(),
  app: z
    .object({ _id: z.string(), configuration: z.object({ type: z.enum(['PUBLIC', 'PRIVATE']) }) })
    .nullable(),
});
export type AccountCompletion = z.infer<typeof AccountCompletion>;

/** The guided tours (TOUR-01): of knowledge bases, apps and agents. */
export const Guide = z.enum(['KB', 'APP', 'AGENT']);
export type Guide = z.infer<typeof Guide>;

export const onboarding = defineContract({
  name: 'onboarding',
  errors: {
    'onboarding.user_not_found': {
      kind: 'not_found',
      message: 'You can record only your own tours. Please sign in again.',
    },
  },
  endpoints: {
    accountCompletion: {
      method: 'GET',
      path: '/api/content/account-completion',
      summary: 'Read the onboarding progress of the company (ONBOARD-14)',
      access: { signedIn: 'every member is shown the next step of the company' },
      query: z.object(tenantQuery),
      reply: AccountCompletion,
    },
    recordGuide: {
      method: 'PUT',
      path: '/api/tenant/users/:id/guided-tour',
      summary: 'Record a guided tour as seen, or as not seen (TOUR-17)',
      access: { signedIn: "only the caller's own tours" },
      unaudited: 'the tours that a user has seen concern nobody else',
      params: z.object({ id: lookupId }),
      body: z.object({ guide: Guide, seen: z.boolean().default(true), ...tenantQuery }),
      reply: WalkthroughTutorials,
    },
  },
});
