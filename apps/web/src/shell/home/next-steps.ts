import type { AccountCompletion } from '@atelier/contracts/operate/onboarding/onboarding';
import { onboardingStep } from './onboarding-step.ts';

export interface NextStep {
  id: 'knowledge' | 'app' | 'test' | 'golden' | 'performance';
  title: string;
  text: string;
  action: string;
  to: string;
  isDone: boolean;
}

type Words = Omit<NextStep, 'isDone'>;

/** The texts of the onboarding steps 0 to 4. A step leads somewhere only if its `screen` exists. */
const steps = ({ app }: Pick<AccountCompletion, 'app'>): (Words & { screen: string })[] => [
  {
    id: 'knowledge',
    title: 'Create a knowledge base',
    text: 'Drop in documents that answers come from: PDF, Word, PowerPoint, Excel, web pages, plain text.',
    action: 'Add documents',
    to: '/knowledge-base?new=1',
    screen: '/knowledge-base',
  },
  {
    id: 'app',
    title: 'Make an app',
    text: 'A chat on your knowledge, with its own name, voice and welcome.',
    action: 'Make an app',
    to: '/apps?new=1',
    screen: '/apps',
  },
  {
    id: 'test',
    title: 'Test it',
    text: 'Open its link, ask the first question and check the sources. Then share the link.',
    action: 'Open the app',
    to: app ? `/apps/${app._id}` : '/apps',
    screen: '/apps',
  },
  {
    id: 'golden',
    title: 'Add test questions',
    text: 'Questions with the answers you expect, so that you can tell whether a change made the app better.',
    action: 'Add questions',
    to: app ? `/apps/${app._id}?tab=tests` : '/apps',
    screen: '/apps',
  },
  {
    id: 'performance',
    title: 'Measure the answers',
    text: 'Run the test questions and see how well the app does.',
    action: 'Measure',
    to: app ? `/apps/${app._id}?tab=tests` : '/apps',
    screen: '/apps',
  },
];

/** Returns the steps from an empty account to a measured app, without those whose screen does not exist yet (ONBOARD-13). */
export const nextSteps = (
  completion: AccountCompletion,
  isBuilt: (screen: string) => boolean,
): NextStep[] => {
  const reached = onboardingStep(completion) ?? Number.POSITIVE_INFINITY;
  return steps(completion).flatMap(({ screen, ...words }, index) =>
    isBuilt(screen) ? [{ ...words, isDone: index < reached }] : [],
  );
};
