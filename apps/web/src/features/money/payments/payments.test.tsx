import type { Invoice } from '@atelier/contracts/money/payments';
import { notifications } from '@mantine/notifications';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  type BuilderServer,
  premium,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../tests/builder-server.ts';
import { clearCookies } from '../../../lib/browser/cookies.ts';
import { App } from '../../../shell/app.tsx';

const cancelCall = 'POST /api/payment/cancel-subscription';
const invoicesCall = 'GET /api/payment/invoices';

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
});
afterAll(stopBuilderServers);
beforeEach(() => {
  clearCookies();
  localStorage.clear();
  sessionStorage.clear();
  notifications.clean();
  server.state.user = ada;
  server.state.replies = { 'GET /api/payment/subscription': { data: premium } };
});
afterEach(cleanup);

const open = (path: string) => {
  history.replaceState(null, '', path);
  render(<App still />);
};
const sent = (call: string) =>
  server.seen.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === call).map(({ body }) => body);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const confirmation = () => screen.findByLabelText('Type CANCEL to confirm');
const cancelButton = () => screen.getByRole('button', { name: 'Cancel Plan' });
const isEnabled = (button: HTMLElement) => !button.hasAttribute('disabled');

describe('the cancel plan page', () => {
  it('lists the reasons with their labels', { tags: ['CANCEL-01', 'CANCEL-03'] }, async () => {
    open('/cancel-plan');
    const group = await screen.findByRole('group', { name: 'Why do you leave?' });
    const boxes = within(group).getAllByRole('checkbox');
    expect(boxes.map((box) => box.getAttribute('value'))).toEqual([
      'missing_features',
      'too_complex',
      'too_expensive',
      'switched_service',
    ]);
    for (const label of [
      'Features that I need are missing',
      'It is too complex',
      'It is too expensive',
      'I switched to another service',
    ])
      expect(within(group).getByLabelText(label)).toBeTruthy();
  });

  it('says what ends and when', { tags: ['ROUTE-55'] }, async () => {
    open('/cancel-plan');
    await heading('Cancel plan');
    expect(await screen.findByRole('heading', { name: 'Premium ends on Apr 1, 2026' })).toBeTruthy();
  });

  it('has an empty box to type in', { tags: ['CANCEL-04'] }, async () => {
    open('/cancel-plan');
    expect(await confirmation()).toHaveProperty('value', '');
  });

  it('has a button that cannot be pressed yet', { tags: ['CANCEL-05'] }, async () => {
    open('/cancel-plan');
    await confirmation();
    expect(isEnabled(cancelButton())).toBe(false);
  });

  it('enables the button only for exactly CANCEL', { tags: ['CANCEL-07'] }, async () => {
    open('/cancel-plan');
    const box = await confirmation();
    for (const typed of ['cancel', 'CANCE', 'CANCELL', ' CANCEL', 'Cancel']) {
      await userEvent.clear(box);
      await userEvent.type(box, typed);
      expect([typed, isEnabled(cancelButton())]).toEqual([typed, false]);
    }
    await userEvent.clear(box);
    await userEvent.type(box, 'CANCEL');
    expect(isEnabled(cancelButton())).toBe(true);
  });

  it('cancels without any reason, at the end of the period, and says so', {
    tags: ['CANCEL-08', 'CANCEL-12', 'CANCEL-14'],
  }, async () => {
    server.state.replies[cancelCall] = { data: { endsAt: premium.periodEndsAt } };
    open('/cancel-plan');
    await userEvent.type(await confirmation(), 'CANCEL');
    await userEvent.click(cancelButton());
    await screen.findByText('Plan canceled successfully');
    expect(sent(cancelCall).map((body) => JSON.parse(body) as unknown)).toEqual([
      { cancelAtCycleEnd: true, feedback: [] },
    ]);
    await waitFor(() => expect(location.pathname).toBe('/pricing/overview'));
  });

  it('sends the ticked reasons and the comment', { tags: ['CANCEL-09', 'CANCEL-14'] }, async () => {
    server.state.replies[cancelCall] = { data: { endsAt: premium.periodEndsAt } };
    open('/cancel-plan');
    const box = await confirmation();
    await userEvent.click(screen.getByLabelText('I switched to another service'));
    await userEvent.click(screen.getByLabelText('It is too expensive'));
    await userEvent.type(screen.getByLabelText('What should we know?'), 'See you');
    await userEvent.type(box, 'CANCEL');
    await userEvent.click(cancelButton());
    await screen.findByText('Plan canceled successfully');
    expect(JSON.parse(sent(cancelCall)[0] ?? '')).toEqual({
      cancelAtCycleEnd: true,
      feedback: ['too_expensive', 'switched_service'],
      comment: 'See you',
    });
  });

  it('goes by the response code alone', { tags: ['API-15', 'CANCEL-10', 'CANCEL-11'] }, async () => {
    server.state.replies[cancelCall] = { success: false, status: 200 };
    open('/cancel-plan');
    await userEvent.type(await confirmation(), 'CANCEL');
    await userEvent.click(cancelButton());
    expect(await screen.findByText('Plan canceled successfully')).toBeTruthy();
    expect(screen.queryByText('Failed to cancel the plan')).toBeNull();
  });

  it('says that it failed, why, and keeps what was entered', { tags: ['CANCEL-13'] }, async () => {
    server.state.replies[cancelCall] = {
      status: 502,
      code: 'payments.setup_failed',
      message: 'An error occurred while setting up Stripe. Please try again.',
    };
    open('/cancel-plan');
    const box = await confirmation();
    await userEvent.click(screen.getByLabelText('It is too complex'));
    await userEvent.type(box, 'CANCEL');
    await userEvent.click(cancelButton());
    await screen.findByText('Failed to cancel the plan');
    expect(
      await screen.findByText('An error occurred while setting up Stripe. Please try again.'),
    ).toBeTruthy();
    expect(box).toHaveProperty('value', 'CANCEL');
    expect(screen.getByLabelText('It is too complex')).toHaveProperty('checked', true);
    expect(location.pathname).toBe('/cancel-plan');
    expect(screen.queryByText('Plan canceled successfully')).toBeNull();
  });

  it('can be closed, back to where one came from', { tags: ['CANCEL-06'] }, async () => {
    server.state.replies[invoicesCall] = {
      data: { items: [], nextCursor: null, total: 0, hasPortal: false, invoiceNote: null },
    };
    open('/pricing/history');
    await heading('Billing history');
    await userEvent.click(await screen.findByRole('link', { name: 'Overview' }));
    await heading('Overview');
    await userEvent.click(await screen.findByRole('link', { name: 'Cancel the plan' }));
    await heading('Cancel plan');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await heading('Overview');
    expect(location.pathname).toBe('/pricing/overview');
  });

  it('has nothing to cancel on the free plan, in a trial, and twice', async () => {
    const free = { ...premium, planDetails: { ...premium.planDetails, planType: 'Free', name: 'Free' } };
    for (const data of [
      free,
      { ...premium, isInTrial: true, status: 'TRIALING' },
      { ...premium, cancelAtCycleEnd: true },
    ]) {
      server.state.replies['GET /api/payment/subscription'] = { data };
      open('/cancel-plan');
      await screen.findByText('There is nothing to cancel');
      expect(screen.queryByRole('button', { name: 'Cancel Plan' })).toBeNull();
      cleanup();
    }
  });
});

const invoice: Invoice = {
  invoiceId: 'inv_1',
  number: 'K3V9QX2A-0002',
  status: 'DUE',
  currency: 'USD',
  total: 9900,
  lines: [{ description: 'Premium plan, one month', quantity: 1, unitAmount: 9900, amount: 9900 }],
  issuedAt: '2026-03-01T00:00:00.000Z',
  dueAt: '2026-03-15T00:00:00.000Z',
  paidAt: null,
};

describe('the billing history', () => {
  const page = (items: Invoice[], hasPortal = false, invoiceNote: string | null = null) => ({
    data: { items, nextCursor: null, total: items.length, hasPortal, invoiceNote },
  });

  it('says how open invoices are paid, in the words of the operator where there are any', async () => {
    server.state.replies[invoicesCall] = page([invoice], false, 'IBAN DE02 1203 0000 0000 2020 51.');
    open('/pricing/history');
    await screen.findByText('IBAN DE02 1203 0000 0000 2020 51.');
    cleanup();
    server.state.replies[invoicesCall] = page([invoice]);
    open('/pricing/history');
    await screen.findByText('The operator of this server sends you the payment details.');
    for (const reply of [page([{ ...invoice, status: 'PAID', dueAt: null }]), page([invoice], true)]) {
      cleanup();
      server.state.replies[invoicesCall] = reply;
      open('/pricing/history');
      await screen.findByRole('table', { name: 'Invoices' });
      expect(screen.queryByText('How to pay')).toBeNull();
    }
  });

  it('lists invoices with what they are for, their state and their file', {
    tags: ['ROUTE-41'],
  }, async () => {
    server.state.replies[invoicesCall] = page([
      invoice,
      { ...invoice, invoiceId: 'inv_0', number: 'K3V9QX2A-0001', status: 'PAID', dueAt: null },
    ]);
    open('/pricing/history');
    const table = await screen.findByRole('table', { name: 'Invoices' });
    const [, first, second] = within(table).getAllByRole('row');
    for (const word of [
      'K3V9QX2A-0002',
      'Premium plan, one month',
      '$99.00',
      'To be paid',
      'by Mar 15, 2026',
    ])
      expect(first?.textContent).toContain(word);
    expect(second?.textContent).toContain('Paid');
    expect(screen.getByRole('link', { name: 'PDF of K3V9QX2A-0002' }).getAttribute('href')).toBe(
      '/api/payment/invoices/inv_1/pdf',
    );
    expect(screen.queryByRole('button', { name: 'Cards and receipts' })).toBeNull();
  });

  it('says what to do while there is none', async () => {
    server.state.replies[invoicesCall] = page([]);
    open('/pricing/history');
    await screen.findByText('No invoices yet');
    expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe(
      '/pricing/overview/plan',
    );
  });

  it('offers the portal where cards are taken, and says why it cannot be opened', {
    tags: ['BILLING-13'],
  }, async () => {
    server.state.replies[invoicesCall] = page([invoice], true);
    server.state.replies['POST /api/payment/customer-portal'] = {
      status: 502,
      code: 'payments.setup_failed',
      message: 'An error occurred while setting up Stripe. Please try again.',
    };
    open('/pricing/history');
    await userEvent.click(await screen.findByRole('button', { name: 'Cards and receipts' }));
    expect(
      await screen.findByText('An error occurred while setting up Stripe. Please try again.'),
    ).toBeTruthy();
  });
});

describe('the return from the checkout', () => {
  const addOns = { data: { currency: 'USD', addOns: [] } };
  const invoices = (total: number) => ({
    data: {
      items: total === 0 ? [] : [invoice],
      nextCursor: null,
      total,
      hasPortal: true,
      invoiceNote: null,
    },
  });

  it('waits until the payment has arrived and then says so', async () => {
    server.state.replies['GET /api/payment/addons'] = addOns;
    server.state.replies[invoicesCall] = invoices(0);
    open('/pricing/overview?checkout=done&invoices=0');
    await heading('Overview');
    await waitFor(() => expect(sent(invoicesCall).length).toBeGreaterThan(0));
    expect(screen.queryByText('Payment received. Thank you!')).toBeNull();
    server.state.replies[invoicesCall] = invoices(1);
    await screen.findByText('Payment received. Thank you!');
    await waitFor(() => expect(location.search).not.toContain('done'));
  });

  it('says that nothing was charged when the checkout was left', async () => {
    server.state.replies['GET /api/payment/addons'] = addOns;
    open('/pricing/overview?checkout=cancelled');
    await screen.findByText('The payment was not finished, and nothing was charged.');
    await waitFor(() => expect(location.search).not.toContain('cancelled'));
  });
});

describe('the add-ons', () => {
  const addOn = {
    addOnId: 'credits-100k',
    packageType: 'ADDON',
    serviceType: 'ATELIER',
    name: '100,000 credits',
    description: 'They do not expire.',
    price: 1900,
    credits: 100_000,
  };

  it('are bought with one click, and the invoice is named', { tags: ['BILLING-08', 'UI-06'] }, async () => {
    server.state.replies['GET /api/payment/addons'] = { data: { currency: 'USD', addOns: [addOn] } };
    server.state.replies['POST /api/payment/payment-link'] = { data: { redirectTo: null } };
    open('/pricing/overview');
    await userEvent.click(await screen.findByRole('button', { name: 'Buy 100,000 credits' }));
    const toast = (await screen.findByText(/Done\. The invoice is under/)).closest('[role="status"]');
    const link = within(toast as HTMLElement).getByRole('link', { name: 'Billing history' });
    expect(link.getAttribute('href')).toBe('/pricing/history');
    expect(sent('POST /api/payment/payment-link').map((body) => JSON.parse(body) as unknown)).toEqual([
      { addOnId: 'credits-100k' },
    ]);
    expect(screen.getByText('$19.00')).toBeTruthy();
  });
});
