import { AccountCompletion } from '@atelier/contracts/operate/onboarding/onboarding';
import { focusManager } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ada, engines, nothingDone, premium } from '../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../tests/open-app.tsx';
import { readCookie } from '../../lib/browser/cookies.ts';
import { buildClientSession } from './client-session.ts';

const server = withBuilderServer();
const sons = {
  ...engines,
  tenantId: 'ten_2',
  tenantName: 'Difference & Sons',
  role: 'BUILDER' as const,
  isOwn: false,
};
const adaAtSons = { ...ada, tenantId: 'ten_2', tenantName: 'Difference & Sons', role: 'BUILDER' as const };
const tenantsReply = (...tenants: object[]) => ({ data: { tenants } });
const stored = () => JSON.parse(localStorage.getItem('user') ?? '{}') as Record<string, unknown>;
const seen = (call: string) =>
  server.current.seen.filter((request) => `${request.method} ${request.url.split('?')[0]}` === call);
const openAccount = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Account of Ada Lovelace' }));
const switchTo = async (name: RegExp) => {
  await openAccount();
  await userEvent.click(await screen.findByRole('menuitemradio', { name }));
};

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/tenant/tenants': tenantsReply(engines, sons),
    'POST /api/tenant/switch-tenant': { data: { user: adaAtSons } },
  };
});

it('holds every field of the session user, the token never', {
  tags: ['SESSION-01', 'SESSION-02', 'SESSION-03'],
}, () => {
  const session = buildClientSession({
    user: ada,
    tenants: [engines, sons],
    subscription: premium,
    completion: nothingDone,
  });
  expect(Object.keys(session).toSorted()).toEqual(
    [
      'isLoggedIn, userId, name, firstName, lastName, companyName, email, profilePicture, accessToken, tenantId, tenantName',
      'privacyPolicy, termsAndConditions, email_verified, accountCompletion, adminTenantId, invitedBy, role',
      'userSubscriptionData, selectedUser, userWalkthroughTutorials',
    ]
      .flatMap((line) => line.split(', '))
      .toSorted(),
  );
  expect(session).toMatchObject({
    isLoggedIn: true,
    accessToken: null,
    adminTenantId: 'ten_1',
    invitedBy: [{ tenantId: 'ten_2', role: 'BUILDER', tenant: sons }],
    userSubscriptionData: premium,
    selectedUser: engines,
    accountCompletion: { isLoading: false, isKnowledgeBaseExist: false },
    userWalkthroughTutorials: { hasSeenKbGuide: false, hasSeenAppGuide: false, hasSeenAgentGuide: false },
  });
});

it('holds the progress of the company in the fields of the documents, and says while it does not know it', {
  tags: ['ONBOARD-01'],
}, () => {
  const known = { user: ada, tenants: undefined, subscription: undefined };
  const completionOf = (completion: AccountCompletion | undefined) =>
    buildClientSession({ ...known, completion }).accountCompletion;
  expect(completionOf(undefined)).toEqual({ isLoading: true });
  const flags = {
    isKnowledgeBaseExist: true,
    isAppExist: true,
    isAppTested: false,
    isGoldenQuestionExist: true,
    isBotPerformanceExist: false,
  };
  for (const type of ['PRIVATE', 'PUBLIC']) {
    const sent = AccountCompletion.parse({ ...flags, app: { _id: 'app_1', configuration: { type } } });
    expect(completionOf(sent)).toEqual({
      ...flags,
      isLoading: false,
      app: { _id: 'app_1', configuration: { type } },
    });
  }
});

it('stores the user data without a token, and nothing else', { tags: ['SESSION-10'] }, async () => {
  open('/agents');
  await waitFor(() =>
    expect(stored()).toMatchObject({ userId: 'usr_1', selectedUser: { tenantId: 'ten_1' } }),
  );
  expect(stored()).not.toHaveProperty('accessToken');
  expect(Object.keys(localStorage)).toEqual(['user']);
});

describe('switching the company', () => {
  const switchToSons = async () => {
    open('/apps');
    await heading('Apps');
    await switchTo(/Difference & Sons/);
    await screen.findByText('This is what is going on at Difference & Sons.');
  };

  it('sets company, role and selected user, and drops what was cached', {
    tags: ['TENANT-02', 'TENANT-07'],
  }, async () => {
    await switchToSons();
    expect(seen('POST /api/tenant/switch-tenant')[0]?.body).toBe('{"tenantId":"ten_2"}');
    await waitFor(() =>
      expect(stored()).toMatchObject({
        tenantId: 'ten_2',
        role: 'BUILDER',
        selectedUser: { tenantId: 'ten_2' },
      }),
    );
    expect(seen('GET /api/payment/subscription').length).toBeGreaterThan(1);
  });

  it('leads to the start', { tags: ['TENANT-08'] }, async () => {
    await switchToSons();
    await heading(/Ada$/);
    expect(location.pathname).toBe('/agents');
  });

  it('says that it is done', { tags: ['TENANT-09'] }, async () => {
    await switchToSons();
    expect(await screen.findByText('Account switched successfully')).toBeTruthy();
  });

  it('is not possible to a company that is disabled, which says why', { tags: ['TENANT-06'] }, async () => {
    server.current.state.replies['GET /api/tenant/tenants'] = tenantsReply(engines, {
      ...sons,
      status: 'DISABLED',
    });
    open('/agents');
    await openAccount();
    const item = await screen.findByRole('menuitemradio', { name: /Difference & Sons/ });
    expect(item.textContent).toContain('Disabled');
    await userEvent.click(item, { pointerEventsCheck: 0 });
    expect(seen('POST /api/tenant/switch-tenant')).toEqual([]);
  });

  it('happens by itself when the company is gone from the list, and leads back to the user’s own one as owner', {
    tags: ['TENANT-10'],
  }, async () => {
    server.current.state.user = adaAtSons;
    server.current.state.replies = {
      'GET /api/tenant/tenants': tenantsReply(engines),
      'POST /api/tenant/switch-tenant': { data: { user: ada } },
    };
    open('/agents');
    await screen.findByText('This is what is going on at Analytical Engines.');
    expect(seen('POST /api/tenant/switch-tenant')[0]?.body).toBe('{"tenantId":"ten_1"}');
    await waitFor(() => expect(stored()).toMatchObject({ tenantId: 'ten_1', role: 'OWNER' }));
  });

  it('is noticed when the server has moved the session, as soon as the window is looked at', {
    tags: ['TENANT-10'],
  }, async () => {
    open('/apps');
    await heading('Apps');
    server.current.state.user = adaAtSons;
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await screen.findByText('This is what is going on at Difference & Sons.');
    expect(location.pathname).toBe('/agents');
    focusManager.setFocused(undefined);
  });

  it('only logs that the companies could not be read', { tags: ['TENANT-11'] }, async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.current.state.replies['GET /api/tenant/tenants'] = {
      status: 500,
      code: 'server.internal',
      message: 'Broken.',
    };
    open('/agents');
    await waitFor(() => expect(log).toHaveBeenCalledWith('The companies could not be read:', 'Broken.'));
    expect(screen.queryByText('Broken.')).toBeNull();
    log.mockRestore();
  });
});

describe('an invitation', () => {
  const invitation = {
    companyName: 'Difference & Sons',
    invitedBy: 'Charles Babbage',
    role: 'BUILDER',
    email: 'grace@example.com',
    expiresAt: '2026-03-08T00:00:00.000Z',
    status: 'PENDING',
    hasAccount: true,
  };

  it.each(['/?token=garbage', '/signup?token=garbage', '/invitation?token=garbage'])(
    'that does not exist signs nobody out: %s',
    async (address) => {
      open(address);
      await screen.findByText('The invitation could not be opened');
      await userEvent.click(screen.getByRole('button', { name: 'Go to Atelier' }));
      await heading(/Ada$/);
      expect(seen('POST /api/auth/sign-out')).toEqual([]);
    },
  );

  it('asks who is here before it signs them out, and then lets somebody sign in with it', {
    tags: ['SESSION-11'],
  }, async () => {
    server.current.state.replies['GET /api/tenant/invitation/inv_1'] = { data: invitation };
    open('/?token=inv_1');
    const leave = await screen.findByRole('button', { name: 'Sign out and go on as grace@example.com' });
    expect(seen('POST /api/auth/sign-out')).toEqual([]);
    await userEvent.click(leave);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in to join' }));
    await heading('Welcome back');
    expect(seen('POST /api/auth/sign-out')).toHaveLength(1);
    expect(localStorage.length).toBe(0);
  });
});

it('keeps the code of a CRM in a cookie and takes it out of the address', {
  tags: ['SESSION-12'],
}, async () => {
  open('/agents?code=c-1&platform=HUBSPOT');
  await heading(/Ada$/);
  expect(location.search).toBe('');
  expect(JSON.parse(readCookie('crm_code') ?? '{}')).toEqual({ code: 'c-1', platform: 'HUBSPOT' });
});

it('leads through the redirect helper', { tags: ['ROUTE-53'] }, async () => {
  open('/redirect?to=%2Fapps%3Fsearch%3Dx');
  await heading('Apps');
  expect(location.pathname + location.search).toBe('/apps?search=x');
  cleanup();
  open('/redirect?to=https%3A%2F%2Fevil.example');
  await heading(/Ada$/);
});

it('asks for the role again when something is refused', async () => {
  server.current.state.replies['GET /api/content/apps'] = {
    status: 403,
    code: 'auth.forbidden',
    message: 'No.',
  };
  open('/apps');
  await heading('Apps');
  await waitFor(() => expect(seen('GET /api/auth/session').length).toBeGreaterThan(1));
  expect(within(document.body).getAllByText('No.', { exact: false })).not.toHaveLength(0);
});
