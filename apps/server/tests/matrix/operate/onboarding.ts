import { auth } from '@atelier/contracts/account/identity/auth';
import { onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { quickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { matrixOf } from '../matrix.ts';

export const onboardingMatrix = matrixOf(onboarding, {
  accountCompletion: { plain: 'it shows the own company' },
  recordGuide: {
    naming: async ({ owner }) => {
      const { user } = await owner.call(auth.endpoints.session, {});
      return { params: { id: user?.userId ?? '' }, body: { guide: 'KB' } };
    },
  },
});

export const quickStartMatrix = matrixOf(quickStart, {
  begin: { plain: 'it makes something in the own company', parts: { body: { name: 'Handbook' } } },
  find: { plain: 'it shows what the person began' },
  suggestQuestions: { plain: 'it is about what the person began' },
  end: { plain: 'it ends what the person began' },
});
