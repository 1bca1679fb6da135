import { expect, it } from 'vitest';
import { premium } from '../../../tests/builder-server.ts';
import { agentsState } from './agents-state.ts';
import { selectCredits, selectVerification } from './subscription.ts';

it('starts with no credits left, and adds up those of the plan and those that were bought', {
  tags: ['CREDIT-01', 'CREDIT-09'],
}, () => {
  expect(selectCredits(undefined)).toEqual({ remainingCredits: 0 });
  expect(selectCredits(premium).remainingCredits).toBeCloseTo(5020.7);
});

it('takes everybody for verified and upgraded until the contrary is known', { tags: ['SESSION-04'] }, () => {
  expect(selectVerification(null, undefined)).toEqual({ isVerified: true, isPlanUpgraded: true });
  const free = { planDetails: { planType: 'Free' as const } };
  expect(selectVerification({ email_verified: false }, free)).toEqual({
    isVerified: false,
    isPlanUpgraded: false,
  });
  expect(selectVerification({ email_verified: true }, premium).isPlanUpgraded).toBe(true);
});

it('knows of no agents, imports and metrics at first and after the session', () => {
  const atFirst = {
    workers: { data: [], total: 0 },
    isLoading: false,
    isPublicAgent: false,
    uploadedImportIds: [],
    monitorMetrics: [],
  };
  expect(agentsState.get()).toEqual(atFirst);
  agentsState.set({ uploadedImportIds: ['kbi_1'], isLoading: true });
  expect(agentsState.get()).toEqual({ ...atFirst, uploadedImportIds: ['kbi_1'], isLoading: true });
  agentsState.reset();
  expect(agentsState.get()).toEqual(atFirst);
});
