import { admin } from '@atelier/contracts/operate/admin';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';

const { me, listWaitlist, listTenants } = admin.endpoints;

const user = {
  waitlistId: 'wait_1',
  name: 'Mary Jackson',
  email: 'mary@example.com',
  companyName: 'Wind Tunnels',
  phone: '+49 30 123456',
  status: 'WAITING',
  createdAt: '2026-03-01T00:00:00.000Z',
  answeredAt: null,
  abilities: { canAdmit: true, canDecline: true },
};
const tenant = {
  tenantId: 'ten_2',
  name: 'Flight Research',
  status: 'ACTIVE',
  owner: { name: 'Katherine Johnson', email: 'kat@example.com' },
  members: 3,
  things: [{ kind: 'APP', label: 'apps', count: 4 }],
  files: { count: 2, bytes: 2048 },
  billing: { planName: 'Premium', status: 'ACTIVE', creditsLeft: 1200, creditsSpent: 800 },
  createdAt: '2026-03-01T00:00:00.000Z',
  lastActiveAt: null,
  disabled: null,
  abilities: { canDisable: true, canEnable: false },
};
const invoice = {
  invoiceId: 'inv_1',
  number: 'ABCD-0001',
  status: 'DUE',
  currency: 'USD',
  total: 9900,
  lines: [{ description: 'Premium plan, one month', quantity: 1, unitAmount: 9900, amount: 9900 }],
  issuedAt: '2026-03-01T00:00:00.000Z',
  dueAt: '2026-03-15T00:00:00.000Z',
  paidAt: null,
  abilities: { canMarkPaid: true, canReopen: false },
};
const paidInvoice = {
  ...invoice,
  status: 'PAID',
  dueAt: null,
  paidAt: '2026-03-10T00:00:00.000Z',
  abilities: { canMarkPaid: false, canReopen: true },
};
const pageOf = (item: object) => ({ data: { items: [item], nextCursor: null, total: 1 } });

const server = withBuilderServer();
const openAs = (isAdministrator: boolean, path = '/admin') => {
  server.current.state.user = ada;
  server.current.state.replies = {
    [`GET ${me.path}`]: { data: { isAdministrator } },
    [`GET ${listWaitlist.path}`]: pageOf(user),
    [`GET ${listTenants.path}`]: pageOf(tenant),
    'GET /api/tenant/admin/tenants/ten_2/invoices': pageOf(invoice),
    'POST /api/tenant/admin/waitlist/wait_1/admit': { data: { done: true } },
    'POST /api/tenant/admin/tenants/ten_2/disable': { data: { done: true } },
  };
  open(path);
};
const sentTo = (path: string) => server.current.seen.filter(({ url }) => url.split('?')[0] === path);

describe('the administration', () => {
  it('shows the waiting list, and lets somebody in after a question', {
    tags: ['ROUTE-05', 'ROUTE-06'],
  }, async () => {
    openAs(true);
    await heading('Administration');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Mary Jackson' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Admit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Admit Mary Jackson?' });
    const admitPath = '/api/tenant/admin/waitlist/wait_1/admit';
    expect(sentTo(admitPath)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Admit' }));
    await screen.findByText('Mary Jackson gets a mail with a link to sign up.');
    expect(sentTo(admitPath)).toHaveLength(1);
  });

  it('shows companies with their usage, and disables one with a reason', { tags: ['ROUTE-06'] }, async () => {
    openAs(true, '/admin?tab=companies');
    await userEvent.click(await screen.findByRole('button', { name: /^Flight Research/ }));
    const panel = await screen.findByRole('dialog', { name: 'Flight Research' });
    for (const words of ['Katherine Johnson', '2 files, 2 KB', 'Premium', '1,200', '800'])
      expect(panel.textContent).toContain(words);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Flight Research' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Disable' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disable “Flight Research”?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
    await within(dialog).findByText('Please enter the reason, for later questions');
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Unpaid');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
    await waitFor(() =>
      expect(sentTo('/api/tenant/admin/tenants/ten_2/disable').map(({ body }) => body)).toEqual([
        JSON.stringify({ reason: 'Unpaid' }),
      ]),
    );
  });

  it('marks an invoice of a company as paid, and as open again', {
    tags: ['BILLING-10', 'ROUTE-06'],
  }, async () => {
    openAs(true, '/admin?tab=companies');
    const path = '/api/tenant/admin/tenants/ten_2/invoices';
    const { replies } = server.current.state;
    replies[`GET ${path}`] = pageOf(invoice);
    replies[`PUT ${path}/inv_1`] = { data: paidInvoice };
    await userEvent.click(await screen.findByRole('button', { name: /^Flight Research/ }));
    const panel = await screen.findByRole('dialog', { name: 'Flight Research' });
    const part = within(panel).getByRole('region', { name: 'Invoices' });
    const markPaid = await within(part).findByRole('button', { name: 'Mark as paid: ABCD-0001' });
    for (const words of ['Premium plan, one month', '$99.00', 'To be paid', 'due Mar 15, 2026'])
      expect(part.textContent).toContain(words);
    replies[`GET ${path}`] = { data: { items: [], nextCursor: null, total: 0 } };
    await userEvent.click(markPaid);
    await screen.findByText('ABCD-0001 is marked as paid.');
    await within(part).findByText('Nothing is open.');

    replies[`GET ${path}`] = pageOf(paidInvoice);
    replies[`PUT ${path}/inv_1`] = { data: invoice };
    await userEvent.selectOptions(within(part).getByLabelText('Which invoices'), 'Paid');
    await userEvent.click(await within(part).findByRole('button', { name: 'Mark as open again: ABCD-0001' }));
    await screen.findByText('ABCD-0001 is open again.');
    expect(sentTo(`${path}/inv_1`).map(({ method, body }) => [method, body])).toEqual([
      ['PUT', JSON.stringify({ status: 'PAID' })],
      ['PUT', JSON.stringify({ status: 'DUE' })],
    ]);
    const asked = server.current.seen.filter(({ url }) => url.startsWith(`${path}?`));
    expect(asked.at(0)?.url).toContain('status=DUE');
    expect(asked.at(-1)?.url).toContain('status=PAID');
  });

  it('sends everybody else on to the landing screen, asking the server for nothing more', {
    tags: ['ROUTE-05', 'ROUTE-06'],
  }, async () => {
    openAs(false);
    await waitFor(() => expect(location.pathname).toBe('/agents'));
    await heading(/Ada$/);
    expect(sentTo(listWaitlist.path)).toHaveLength(0);
  });
});
