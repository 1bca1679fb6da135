import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ada, engines, premium } from '../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../tests/open-app.tsx';

const server = withBuilderServer();
const free = {
  ...premium,
  isTrialAvailable: true,
  planDetails: { ...premium.planDetails, planType: 'Free' as const },
};
const trial = {
  ...premium,
  isInTrial: true,
  trialStartsAt: '2026-03-02T10:00:00.000Z',
  trialEndsAt: '2026-03-09T10:00:00.000Z',
};
const region = (name: string) => screen.findByRole('region', { name });
const close = async (name: string) => {
  const banner = await region(name);
  await userEvent.click(within(banner).getByRole('button', { name: 'Close this banner' }));
  expect(screen.queryByRole('region', { name })).toBeNull();
};
const subscription = (data: object) => {
  server.current.state.replies['GET /api/payment/subscription'] = { data };
};

beforeEach(() => {
  server.current.state.user = ada;
});

it('interrupt nobody on the way to a first answer', { tags: ['BANNER-06'] }, async () => {
  server.current.state.user = { ...ada, email_verified: false };
  subscription(trial);
  open('/agents');
  await screen.findByText('Drop files here, or choose them', {}, { timeout: 10_000 });
  expect(screen.queryByRole('region', { name: 'Email verification' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Free trial' })).toBeNull();
});

it('stand there one at a time, below a header with the credits that remain', {
  tags: ['HEADER-08'],
}, async () => {
  server.current.state.user = { ...ada, email_verified: false };
  subscription(trial);
  open('/apps');
  await region('Email verification');
  expect((await screen.findByText('5,020', { exact: false })).textContent).toContain('credits');
  expect(screen.queryByRole('region', { name: 'Free trial' })).toBeNull();
  await close('Email verification');
  await region('Free trial');
});

describe('the trial', () => {
  it('shows when it began and when it ends, and can be closed', {
    tags: ['BANNER-01', 'BANNER-04'],
  }, async () => {
    subscription(trial);
    open('/apps');
    expect((await region('Free trial')).textContent).toContain(
      'Your free trial began on Mar 2, 2026 and ends on Mar 9, 2026.',
    );
    await close('Free trial');
  });
});

describe('the free plan', () => {
  it('invites to a free trial of seven days and leads to the plans', {
    tags: ['BANNER-05', 'BANNER-06', 'CONST-10'],
  }, async () => {
    subscription(free);
    open('/apps');
    const banner = await region('Free plan');
    expect(banner.textContent).toContain('Try Premium for 7 days, free of charge.');
    await userEvent.click(within(banner).getByRole('button', { name: 'Start free trial' }));
    await waitFor(() => expect(location.pathname).toBe('/pricing/overview/plan'));
  });

  it.each([
    ['the trial was used', { ...free, isTrialAvailable: false }, ada],
    ['the plan is a paid one', premium, ada],
    ['the person may not change the plan', free, { ...ada, permissions: [...rolePermissions.BUILDER] }],
  ])('is silent when %s', { tags: ['BANNER-06'] }, async (_case, data, user) => {
    server.current.state.user = user;
    subscription(data);
    open('/apps');
    await screen.findByText('5,020', { exact: false });
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('stays closed after a reload, for this user in this company, until they sign out', {
    tags: ['BANNER-01', 'BANNER-06'],
  }, async () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    subscription(free);
    open('/apps');
    await close('Free plan');
    expect(written.mock.calls.at(-1)?.[0]).toContain(`Max-Age=${30 * 24 * 3600}`);
    written.mockRestore();
    cleanup();
    open('/apps');
    await screen.findByText('5,020', { exact: false });
    expect(screen.queryByRole('region')).toBeNull();
    cleanup();
    const other = { ...engines, tenantId: 'ten_2' };
    server.current.state.replies['GET /api/tenant/tenants'] = { data: { tenants: [other] } };
    server.current.state.user = { ...ada, tenantId: 'ten_2' };
    open('/apps');
    await region('Free plan');
  });
});

describe('the unverified email', () => {
  it('is sent another link, and says so', { tags: ['BANNER-02', 'BANNER-03', 'AUTH-27'] }, async () => {
    server.current.state.user = { ...ada, email_verified: false };
    server.current.state.replies['POST /api/auth/send-verify-email'] = { data: { done: true } };
    open('/apps');
    const banner = await region('Email verification');
    await userEvent.click(within(banner).getByRole('button', { name: 'Send Again' }));
    const sent = await within(banner).findByText('Verify link sent to your mail.');
    expect(sent.getAttribute('role')).toBe('status');
    expect(within(banner).queryByRole('button', { name: 'Send Again' })).toBeNull();
  });

  it('stays closed for an hour', { tags: ['BANNER-01', 'BANNER-06', 'SESSION-24'] }, async () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    server.current.state.user = { ...ada, email_verified: false };
    open('/apps');
    await close('Email verification');
    expect(written.mock.calls.at(-1)?.[0]).toContain('Max-Age=3600;');
    written.mockRestore();
  });

  it('is not mentioned once it is verified', { tags: ['BANNER-02'] }, async () => {
    open('/apps');
    await heading('Apps');
    expect(screen.queryByRole('region')).toBeNull();
  });
});
