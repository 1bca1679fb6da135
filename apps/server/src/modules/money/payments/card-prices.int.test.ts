import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billing } from '@atelier/contracts/money/billing';
import { payments } from '@atelier/contracts/money/payments';
import { expect, it } from 'vitest';
import { FakeStripe } from '../../../../tests/fake-stripe/index.ts';
import { startTestServer } from '../../../../tests/harness.ts';

const plan = (planId: string, planType: string, monthlyPrice: number) => ({
  ...{ planId, planType, name: planId, description: '', monthlyPrice },
  featureBalances: {
    ...{ credits: 5, members: null, knowledgeBases: null, apps: null },
    ...{ storageBytes: null, dailyStories: null },
  },
});

it('sells by card from the smallest price on, and adds at once what costs nothing', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'catalogue-')), 'plans.json');
  const plans = [plan('starter', 'Free', 0), plan('team', 'Premium', 1)];
  const addOn = { name: 'Credits', description: '', credits: 5 };
  const addOns = [
    { ...addOn, addOnId: 'gift', price: 0 },
    { ...addOn, addOnId: 'cent', price: 1 },
  ];
  await writeFile(path, JSON.stringify({ currency: 'USD', plans, addOns }));
  const stripe = await new FakeStripe().start();
  const server = await startTestServer({ env: { ...stripe.env, BILLING_CATALOGUE: path } });
  const { client } = await server.signUp();
  const buy = async (addOnId: string) =>
    (await client.call(payments.endpoints.paymentLink, { body: { addOnId } })).redirectTo;
  expect(await buy('gift')).toBeNull();
  expect((await client.call(billing.endpoints.subscription, {})).addOns.credits).toBe(5);
  expect(await buy('cent')).toContain('/pay/');
  const upgraded = await client.call(payments.endpoints.upgrade, { body: { planId: 'team' } });
  expect(upgraded.redirectTo).toContain('/pay/');
  await server.close();
  await stripe.close();
});
