import { billing } from '@atelier/contracts/money/billing';
import { matrixOf } from '../matrix.ts';

const appLimit = { scope: 'APP', period: 'DAY', kind: 'SOFT', credits: 1_000_000 } as const;

export const billingMatrix = matrixOf(billing, {
  subscription: { plain: 'it shows the own company' },
  plans: { plain: 'the catalogue is the same for everybody' },
  startTrial: { plain: 'it acts on the own company', parts: { body: {} } },
  creditUsage: { plain: 'it sums up the own company' },
  usageRecords: { plain: 'it lists the own company' },
  exportUsage: { plain: 'it exports the own company' },
  computingTime: { plain: 'it shows the own company' },
  usageLimits: { plain: 'it lists the own company' },
  limitSubjects: { plain: 'it lists the people of the own company', parts: { query: { scope: 'USER' } } },
  setUsageLimit: { naming: ({ appId }) => ({ body: { ...appLimit, subjectId: appId } }) },
  removeUsageLimit: {
    naming: async ({ owner, appId }) => {
      const { limitId } = await owner.call(billing.endpoints.setUsageLimit, {
        body: { ...appLimit, period: 'MONTH', subjectId: appId },
      });
      return { params: { id: limitId } };
    },
  },
});
