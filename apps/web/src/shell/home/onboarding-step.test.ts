import { expect, it } from 'vitest';
import { isComplete } from '../../lib/account/account-completion.ts';
import { onboardingStep } from './onboarding-step.ts';

const nothing = {
  isKnowledgeBaseExist: false,
  isAppExist: false,
  isAppTested: false,
  isGoldenQuestionExist: false,
  isBotPerformanceExist: false,
};
const everything = {
  isKnowledgeBaseExist: true,
  isAppExist: true,
  isAppTested: true,
  isGoldenQuestionExist: true,
  isBotPerformanceExist: true,
};

it('begins at step 0', { tags: ['ONBOARD-08'] }, () => {
  expect(onboardingStep(nothing)).toBe(0);
});

it('is at step 1 once a knowledge base exists', { tags: ['ONBOARD-07'] }, () => {
  expect(onboardingStep({ ...nothing, isKnowledgeBaseExist: true })).toBe(1);
});

it('is at step 2 once an app exists', { tags: ['ONBOARD-06'] }, () => {
  expect(onboardingStep({ ...nothing, isAppExist: true })).toBe(2);
});

it('is at step 3 once an app was tested', { tags: ['ONBOARD-05'] }, () => {
  expect(onboardingStep({ ...nothing, isAppTested: true })).toBe(3);
});

it('is at step 4 once a golden question exists', { tags: ['ONBOARD-04'] }, () => {
  expect(onboardingStep({ ...nothing, isGoldenQuestionExist: true })).toBe(4);
});

it('lets what comes last decide, whatever is missing before it', {
  tags: ['ONBOARD-02', 'ONBOARD-03'],
}, () => {
  expect(onboardingStep({ ...nothing, isBotPerformanceExist: true })).toBeNull();
  expect(onboardingStep(everything)).toBeNull();
  expect(onboardingStep({ ...everything, isBotPerformanceExist: false })).toBe(4);
  expect(onboardingStep({ ...everything, isBotPerformanceExist: false, isGoldenQuestionExist: false })).toBe(
    3,
  );
  expect(onboardingStep({ ...nothing, isKnowledgeBaseExist: true, isAppExist: true })).toBe(2);
});

it('is complete with every flag but the one of the app', {
  tags: ['ONBOARD-11'],
}, () => {
  const withoutApp = { ...everything, isAppExist: false };
  expect(isComplete(withoutApp)).toBe(true);
  for (const flag of [
    'isKnowledgeBaseExist',
    'isAppTested',
    'isGoldenQuestionExist',
    'isBotPerformanceExist',
  ])
    expect(isComplete({ ...everything, [flag]: false }), flag).toBe(false);
});
