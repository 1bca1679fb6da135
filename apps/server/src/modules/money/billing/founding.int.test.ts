import { account } from '@atelier/contracts/account/identity/account';
import { people } from '@atelier/contracts/account/people/people';
import { billing } from '@atelier/contracts/money/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { comeByInvitation, whoIs } from '../../../../tests/invitation.ts';
import { changePlan } from './service/change-plan.ts';

const { endpoints } = billing;
const subscriptionOf = (client: Client) => client.call(endpoints.subscription, {});
const creditsOf = async (client: Client) => (await subscriptionOf(client)).featureBalances.credits;
const startTrial = (client: Client) => client.send(endpoints.startTrial, { body: {} });

/** Deletes the tenant of the signed-in owner, who then starts with another one. */
const deleteTenant = async (client: Client) => {
  const user = await whoIs(client);
  const reply = await client.call(people.endpoints.removeTenant, {
    params: { id: user?.tenantId ?? '' },
    body: { tenantName: user?.tenantName ?? '' },
  });
  return reply.user.tenantId;
};

describe('a tenant that is founded after its founder deleted another', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { FREE_CREDITS: '100' } });
  });
  afterAll(() => server.close());

  it('gets its first free credits in its second month, and no trial', {
    tags: ['BILLING-02', 'TENANT-10'],
  }, async () => {
    const { client } = await server.signUp();
    expect(await creditsOf(client)).toBe(100);
    const tenantId = await deleteTenant(client);
    expect(await subscriptionOf(client)).toMatchObject({
      planDetails: { planType: 'Free' },
      featureBalances: { credits: 0 },
      isTrialAvailable: false,
    });
    const trial = await startTrial(client);
    expect([trial.status, trial.body.code]).toEqual([409, 'billing.trial_used']);
    await server.sql(
      `update subscriptions set anchor_at = anchor_at - interval '32 days', due_at = due_at - interval '32 days',
         period_starts_at = period_starts_at - interval '32 days', period_ends_at = period_ends_at - interval '32 days'
       where tenant_id = $1`,
      [tenantId],
    );
    expect(await creditsOf(client)).toBe(100);
  });

  it('gets no free credits even when the first was deleted unused, or its rows are gone', async () => {
    const { client, user } = await server.signUp();
    await deleteTenant(client);
    await eventually(
      async () => (await server.sql('select 1 from tenants where id = $1', [user.tenantId])).length === 0,
    );
    expect(await creditsOf(client)).toBe(0);
    await deleteTenant(client);
    expect(await creditsOf(client)).toBe(0);
  });

  it('gets the credits of a plan that it buys at once, like any other', {
    tags: ['BILLING-11'],
  }, async () => {
    const { client } = await server.signUp();
    const tenantId = await deleteTenant(client);
    const premium = { planId: 'premium', provider: 'manual' } as const;
    await server.contextOf(tenantId).tx((tx) => changePlan(tx, premium));
    expect(await creditsOf(client)).toBe(1_000_000);
  });

  it('does not include the first own tenant of an invited user, which gets everything', {
    tags: ['BILLING-02'],
  }, async () => {
    const owner = await server.signUp();
    const guest = await comeByInvitation(server, owner.client);
    await owner.client.call(people.endpoints.removeMember, { params: { userId: guest.user.userId } });
    expect(await subscriptionOf(guest.client)).toMatchObject({
      featureBalances: { credits: 100 },
      isTrialAvailable: true,
    });
    expect((await startTrial(guest.client)).status).toBe(200);
  });

  it('is recognised by its user only, until they are deleted', async () => {
    const { client, user, email, password } = await server.signUp();
    const marks = () => server.sql('select 1 from founders where user_id = $1', [user.userId]);
    expect(await marks()).toHaveLength(1);
    await deleteTenant(client);
    expect(await marks()).toHaveLength(1);
    await client.call(account.endpoints.deleteAccount, { body: { email, password } });
    expect(await marks()).toHaveLength(0);
  });
});

describe('a tenant founded after another, on a server without a default plan', () => {
  it('cannot start with the trial', { tags: ['BILLING-02', 'BILLING-04'] }, async () => {
    const server = await startTestServer({ env: { BILLING_DEFAULT_PLAN: 'none' } });
    const { client } = await server.signUp();
    await deleteTenant(client);
    expect(await client.call(endpoints.plans, {})).toMatchObject({
      currentPlanId: null,
      isTrialAvailable: false,
    });
    expect((await startTrial(client)).body.code).toBe('billing.trial_used');
    await server.close();
  });
});
