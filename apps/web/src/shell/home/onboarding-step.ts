import type { AccountCompletion } from '@atelier/contracts/operate/onboarding/onboarding';

/** Returns the onboarding step that the tenant has reached; null when everything is done (ONBOARD-02 to ONBOARD-08). */
export const onboardingStep = (completion: Omit<AccountCompletion, 'app'>): 0 | 1 | 2 | 3 | 4 | null => {
  if (completion.isBotPerformanceExist) return null;
  if (completion.isGoldenQuestionExist) return 4;
  if (completion.isAppTested) return 3;
  if (completion.isAppExist) return 2;
  return completion.isKnowledgeBaseExist ? 1 : 0;
};
