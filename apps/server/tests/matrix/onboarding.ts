import { auth, onboarding } from '@atelier/contracts';
import { matrixOf } from './matrix.ts';

export const onboardingMatrix = matrixOf(onboarding, {
  accountCompletion: { plain: 'it shows the own company' },
  recordGuide: {
    naming: async ({ owner }) => {
      const { user } = await owner.call(auth.endpoints.session, {});
      return { params: { id: user?.userId ?? '' }, body: { guide: 'KB' } };
    },
  },
});
