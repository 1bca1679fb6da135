import { expect, it } from 'vitest';
import { nextSteps } from './next-steps.ts';

const nothing = {
  isKnowledgeBaseExist: false,
  isAppExist: false,
  isAppTested: false,
  isGoldenQuestionExist: false,
  isBotPerformanceExist: false,
  app: null,
};
const everywhere = () => true;
const openSteps = (facts: Partial<Parameters<typeof nextSteps>[0]>) =>
  nextSteps({ ...nothing, ...facts }, everywhere)
    .filter((step) => !step.isDone)
    .map((step) => step.id);

it('has five steps in their order and ticks off what was reached', () => {
  expect(openSteps({})).toEqual(['knowledge', 'app', 'test', 'golden', 'performance']);
  expect(openSteps({ isKnowledgeBaseExist: true })).toEqual(['app', 'test', 'golden', 'performance']);
  expect(openSteps({ isAppExist: true })).toEqual(['test', 'golden', 'performance']);
  expect(openSteps({ isAppTested: true })).toEqual(['golden', 'performance']);
  expect(openSteps({ isGoldenQuestionExist: true })).toEqual(['performance']);
  expect(openSteps({ isBotPerformanceExist: true })).toEqual([]);
});

it('leaves out steps that would lead nowhere', { tags: ['ONBOARD-13'] }, () => {
  const steps = nextSteps(nothing, (screen) => screen === '/apps');
  expect(steps.map((step) => step.id)).toEqual(['app', 'test', 'golden', 'performance']);
});

it('leads to the app that is to be tested', () => {
  const app = { _id: 'app_1', configuration: { type: 'PRIVATE' as const } };
  const to = (facts: Partial<Parameters<typeof nextSteps>[0]>) =>
    nextSteps({ ...nothing, ...facts }, everywhere).find((step) => step.id === 'test')?.to;
  expect(to({ isAppExist: true, app })).toBe('/apps/app_1');
  expect(to({ isAppExist: true })).toBe('/apps');
});
