import { type Role, rolePermissions } from '@atelier/contracts/kernel/permissions';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ada, engines } from '../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../tests/open-app.tsx';
import { palette } from '../../ui/guidance/palette-store.ts';
import { screens } from '../screens.ts';
import { destinations } from './destinations.ts';

const server = withBuilderServer();
const sons = { ...engines, tenantId: 'ten_2', tenantName: 'Difference & Sons', isOwn: false };
const mail = {
  id: 'm1',
  to: ada.email,
  subject: 'Verify your email',
  text: 'Hello',
  createdAt: '2026-03-01T10:00:00.000Z',
};

beforeEach(() => {
  server.current.state.user = ada;
  Object.assign(server.current.state.replies, {
    'GET /api/tenant/tenants': { data: { tenants: [engines, sons] } },
    'GET /api/auth/operator': { data: { state: 'PROVEN', sendsMail: false } },
    'GET /api/auth/outbox': { data: { mails: [mail] } },
  });
});

// The open state of the palette lives outside the page.
afterEach(() => palette.close());

const as = (role: Role) => {
  server.current.state.user = { ...ada, role, permissions: [...rolePermissions[role]] };
};
const search = async (words: string) => {
  open('/apps');
  await heading('Apps');
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('textbox', { name: 'Search commands' });
  await userEvent.type(field, words);
  return field;
};
const offered = () => [...document.querySelectorAll('[data-action]')].map((action) => action.textContent);

it('knows every screen that has an address of its own', () => {
  // The administration is for operators, `/users` is a second address of the user list, and `/agent` and `/agent-run` show what their query names.
  const elsewhere = ['/admin', '/users', '/agent', '/agent-run', '/worker', '/worker-record'];
  const alone = screens
    .map(({ path }) => path)
    .filter((path) => !path.includes('$') && !elsewhere.includes(path));
  const addresses = destinations.map(({ to }) => to).filter((to) => !to.includes('?'));
  expect(addresses.toSorted()).toEqual(alone.toSorted());
});

it('gets the letters that are typed before its field is there, each time that it opens', async () => {
  open('/apps');
  await heading('Apps');
  for (const words of ['ollama', 'members']) {
    await userEvent.keyboard(`{Control>}k{/Control}${words}`);
    const field = await screen.findByRole('textbox', { name: 'Search commands' });
    await waitFor(() => expect(field).toBe(document.activeElement));
    await waitFor(() => expect(field).toHaveProperty('value', words));
    await waitFor(() => expect(document.querySelector('[data-action][data-selected]')).not.toBeNull());
    await userEvent.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Search commands' })).toBeNull());
  }
});

describe('an owner', () => {
  it.each([
    ['two-factor', 'Security', '/settings/security'],
    ['invoices', 'Billing history', '/pricing/history'],
    ['ollama', 'Models', '/models'],
    ['members', 'Users', '/manage-user'],
    ['ownership', 'Company', '/settings/company'],
    ['upload', 'Import documents', '/knowledge-base/data-import'],
    ['worker', 'Workers', '/agents'],
    ['crew', 'Crews', '/agents'],
    ['alert', 'Alerts', '/monitor'],
    ['run', 'Runs', '/runs'],
    ['credit', 'Credit Usage', '/pricing/credit-usage'],
  ])('finds by “%s” the screen %s', async (words, label, path) => {
    await search(words);
    await userEvent.click(await screen.findByText(label, { selector: '[data-action] *' }));
    await waitFor(() => expect(location.pathname).toBe(path));
  });

  it.each([
    ['FLOW', 'flow', '/flows/flw_1'],
    ['CREW', 'crew', '/agent?id=crw_1'],
    ['WORKER', 'worker', '/worker?id=wrk_1'],
    ['DOCUMENT', 'document', '/knowledge-base/kb_1/documents?search=Tide%20tables'],
    ['PROMPT', 'prompt', '/prompt-manager?id=prm_1'],
  ])('finds a thing of the kind %s by its name', async (kind, label, address) => {
    const entities = [{ entityId: 'thing_1', kind, label, name: 'Tide tables', address }];
    server.current.state.replies['GET /api/tenant/search-entities'] = { data: { entities } };
    await search('tide');
    await userEvent.click(await screen.findByText('Tide tables', { selector: '[data-action] *' }));
    await waitFor(() => expect(location.pathname).toBe(address.split('?')[0]));
  });

  it('opens the first thing that is found with Enter', async () => {
    const entities = ['1', '2'].map((at) => ({
      ...{ entityId: `thing_${at}`, kind: 'FLOW', label: 'flow' },
      ...{ name: `Tide tables ${at}`, address: `/flows/flw_${at}` },
    }));
    server.current.state.replies['GET /api/tenant/search-entities'] = { data: { entities } };
    await search('tide');
    await screen.findByText('Tide tables 2', { selector: '[data-action] *' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/flows/flw_1'));
  });

  it('reads the outbox from there', async () => {
    await search('outbox');
    await userEvent.click(await screen.findByText('Open outbox', { selector: '[data-action] *' }));
    expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeTruthy();
  });

  it('invites somebody from there', async () => {
    await search('invite');
    await userEvent.click(await screen.findByText('Invite user', { selector: '[data-action] *' }));
    await screen.findByRole('dialog', { name: /Invite/ });
    expect(location.pathname).toBe('/manage-user');
  });

  it('changes over to another company from there', async () => {
    server.current.state.replies['POST /api/tenant/switch-tenant'] = {
      data: { user: { ...ada, tenantId: 'ten_2', tenantName: 'Difference & Sons' } },
    };
    await search('difference');
    await userEvent.click(
      await screen.findByText('Switch to Difference & Sons', { selector: '[data-action] *' }),
    );
    expect(await screen.findByText('Account switched successfully')).toBeTruthy();
  });
});

it('offers nothing that the role may not open or make', async () => {
  as('USER');
  await search('e');
  await waitFor(() => expect(offered().some((label) => label?.startsWith('Profile'))).toBe(true));
  for (const label of ['Users', 'Invite user', 'Credit Usage', 'New app', 'Models', 'Audit log', 'Plans'])
    expect(offered().some((action) => action?.startsWith(label))).toBe(false);
});
