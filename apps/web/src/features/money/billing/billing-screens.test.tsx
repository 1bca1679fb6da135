import type { ComputingTime, CreditUsage, UsageLimit } from '@atelier/contracts/money/usage';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada, premium } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';

const server = withBuilderServer();
const replyWith = (route: string, data: unknown) => {
  server.current.state.replies[route] = { data };
};
const sentTo = (path: string, method = 'POST') =>
  server.current.seen.filter((request) => request.method === method && request.url.startsWith(path));

const allowance = {
  credits: 100,
  members: 5,
  knowledgeBases: 2,
  apps: null,
  storageBytes: 1024 ** 3,
  dailyStories: 30,
};
const plan = (planId: string, planType: string, monthlyPrice: number) => ({
  planId,
  planType,
  packageType: 'SUBSCRIPTION',
  serviceType: 'ATELIER',
  name: planType,
  description: '',
  monthlyPrice,
  featureBalances: allowance,
});
const plans = {
  currency: 'USD',
  plans: [
    plan('free', 'Free', 0),
    plan('premium', 'Premium', 4900),
    plan('enterprise', 'Enterprise', 49_900),
  ],
  currentPlanId: 'free',
  isTrialAvailable: true,
  payment: { by: 'invoice', note: 'Please pay to IBAN DE02 1203.' },
};
const free = {
  ...premium,
  isTrialAvailable: true,
  planDetails: { ...premium.planDetails, planId: 'free', planType: 'Free', name: 'Free', monthlyPrice: 0 },
};

beforeEach(() => {
  server.current.state.user = ada;
  replyWith('GET /api/payment/addons', { currency: 'USD', addOns: [] });
  replyWith('GET /api/payment/plans', plans);
});

describe('the billing overview', () => {
  it('shows the plan, what is left of it and what was spent', {
    tags: ['BILLING-01', 'BILLING-11'],
  }, async () => {
    replyWith('GET /api/payment/subscription', { ...premium, spentThisPeriod: 12.3456789 });
    open('/pricing/overview');
    await heading('Overview');
    const figure = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;
    expect(await figure('Credits left')).toBe('5,020');
    expect(await figure('Of the plan')).toBe('5,000of 50,000');
    expect(await figure('Bought')).toContain('20');
    expect(await figure('Spent this period')).toBe('12.34568');
    expect(screen.getByText('Premium')).toBeTruthy();
    expect(screen.getByText('Active')).toBeTruthy();
    expect(screen.getByText(/On Apr 1, 2026 a new month begins with 50,000 credits/)).toBeTruthy();
  });

  it('never shows credits below zero', { tags: ['CREDIT-06'] }, async () => {
    replyWith('GET /api/payment/subscription', {
      ...premium,
      featureBalances: { credits: -7.5 },
      addOns: { credits: 0 },
    });
    open('/pricing/overview');
    expect((await screen.findByText('Credits left')).nextElementSibling?.textContent).toBe('0');
  });

  it.each([
    [{ status: 'EXPIRED' }, 'Expired', 'Choose a plan to go on'],
    [
      { status: 'PAST_DUE', graceEndsAt: '2026-04-08T00:00:00.000Z' },
      'Payment missed',
      'Pay the open invoice',
    ],
    [{ featureBalances: { credits: 979.9 } }, 'Active', 'Your credits are running low'],
    [{ isTrialAvailable: true }, 'Active', 'Try Premium for 7 days'],
    [{ cancelAtCycleEnd: true }, 'Ends soon', 'See where credits go'],
    [
      { status: 'TRIALING', isInTrial: true, trialEndsAt: '2026-03-08T00:00:00.000Z' },
      'Free trial',
      'See where credits go',
    ],
  ])('says what to do next: %j', { tags: ['CREDIT-02', 'CONST-10'] }, async (change, badge, next) => {
    replyWith('GET /api/payment/subscription', { ...premium, ...change });
    open('/pricing/overview');
    expect(await screen.findByText(next)).toBeTruthy();
    expect(within(screen.getByRole('main')).getByText(badge)).toBeTruthy();
  });
});

describe('the choice of a plan', () => {
  it('compares the plans and begins the free trial', { tags: ['ROUTE-40', 'BILLING-02'] }, async () => {
    replyWith('GET /api/payment/subscription', free);
    replyWith('POST /api/payment/start-trial', { ...premium, isInTrial: true, status: 'TRIALING' });
    open('/pricing/overview/plan');
    await heading('Plan');
    const list = await screen.findByRole('list', { name: 'Plans' });
    const names = within(list).getAllByRole('heading', { level: 2 });
    expect(names.map(({ textContent }) => textContent)).toEqual(['Free', 'Premium', 'Enterprise']);
    expect(within(list).getByText('Your plan')).toBeTruthy();
    expect(within(list).getAllByText('30 answers a day')).toHaveLength(3);
    expect(within(list).getAllByText('Unlimited apps')).toHaveLength(3);
    await userEvent.click(within(list).getByRole('button', { name: 'Start 7-day free trial' }));
    await heading('Overview');
    expect(sentTo('/api/payment/start-trial')).toHaveLength(1);
  });

  it('asks before it changes the plan and leads to what follows', async () => {
    replyWith('GET /api/payment/subscription', free);
    replyWith('POST /api/payment/upgrade', { redirectTo: null });
    open('/pricing/overview/plan');
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change to Premium?' });
    expect(dialog.textContent).toContain('$49.00 a month');
    expect(dialog.textContent).toContain('must be paid within 14 days.');
    expect(dialog.textContent).toContain('Please pay to IBAN DE02 1203.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change to Premium' }));
    await heading('Overview');
    expect(sentTo('/api/payment/upgrade')[0]?.body).toBe('{"planId":"premium"}');
  });

  it('says that the payment is by card where it is, and by whom one is told otherwise', async () => {
    replyWith('GET /api/payment/subscription', free);
    for (const [payment, words] of [
      [{ by: 'card', note: null }, 'You pay by card'],
      [{ by: 'invoice', note: null }, 'The operator of this server sends you the payment details.'],
    ] as const) {
      replyWith('GET /api/payment/plans', { ...plans, payment });
      open('/pricing/overview/plan');
      await userEvent.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }));
      const dialog = await screen.findByRole('dialog', { name: 'Change to Premium?' });
      expect(dialog.textContent).toContain(words);
      cleanup();
    }
  });

  it('takes a cancellation back on the overview and beside the plan', async () => {
    const ending = { ...premium, cancelAtCycleEnd: true };
    replyWith('GET /api/payment/plans', { ...plans, currentPlanId: premium.planDetails.planId });
    replyWith('POST /api/payment/upgrade', { redirectTo: null });
    for (const path of ['/pricing/overview', '/pricing/overview/plan']) {
      replyWith('GET /api/payment/subscription', ending);
      open(path);
      const resume = await screen.findByRole('button', { name: 'Resume the plan' });
      replyWith('GET /api/payment/subscription', premium);
      await userEvent.click(resume);
      await screen.findByText('Your plan goes on');
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Resume the plan' })).toBeNull());
      cleanup();
    }
    expect(sentTo('/api/payment/upgrade').map(({ body }) => body)).toEqual([
      `{"planId":"${premium.planDetails.planId}"}`,
      `{"planId":"${premium.planDetails.planId}"}`,
    ]);
  });

  it('keeps the question open when the plan could not be changed', async () => {
    replyWith('GET /api/payment/subscription', free);
    server.current.state.replies['POST /api/payment/upgrade'] = {
      status: 502,
      code: 'payments.setup_failed',
      message: 'An error occurred while setting up Stripe. Please try again.',
    };
    open('/pricing/overview/plan');
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade to Enterprise' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change to Enterprise' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'An error occurred while setting up Stripe.',
    );
  });
});

const usage: CreditUsage = {
  from: '2026-03-01',
  to: '2026-03-02',
  groupBy: 'day',
  totals: { credits: 3.734567, records: 4, answers: 3, inputTokens: 30, outputTokens: 15 },
  series: [
    { day: '2026-03-01', credits: 0, records: 0, answers: 0, tokens: 0 },
    { day: '2026-03-02', credits: 3.734567, records: 4, answers: 3, tokens: 45 },
  ],
  groups: [
    { key: 'usr_1', label: 'Ada Lovelace', credits: 2.5, records: 2 },
    { key: '', label: 'Visitors and background work', credits: 1.234567, records: 2 },
  ],
};

const time: ComputingTime = { secondsPerMinute: 10, lately: 12.34, today: 660, waitsBehindOthers: true };

describe('the credit usage', () => {
  it('shows what the server computed for the company, and that it waits', async () => {
    replyWith('GET /api/payment/credit-usage', usage);
    replyWith('GET /api/payment/credit-usage/records', { items: [], nextCursor: null, total: 0 });
    replyWith('GET /api/payment/computing-time', time);
    open('/pricing/credit-usage');
    expect((await screen.findByText('12.3 seconds')).parentElement?.textContent).toBe(
      '12.3 secondsof 10 seconds in a minute',
    );
    expect(screen.getByText('11 minutes')).toBeTruthy();
    expect(screen.getByText('Waits behind others')).toBeTruthy();
  });

  it('shows days and groups to the fifth decimal, as chart and as tables', {
    tags: ['ROUTE-42', 'CREDIT-07', 'CREDIT-08'],
  }, async () => {
    replyWith('GET /api/payment/credit-usage', usage);
    replyWith('GET /api/payment/credit-usage/records', { items: [], nextCursor: null, total: 0 });
    replyWith('GET /api/payment/computing-time', time);
    open('/pricing/credit-usage?from=2026-03-01&to=2026-03-02');
    await heading('Credit Usage');
    expect((await screen.findAllByText('3.73457')).length).toBeGreaterThan(0);
    const bars = () => [...document.querySelectorAll('rect title')].map((title) => title.textContent);
    expect(
      screen.getByRole('img', { name: /Answers of each day from Mar 1, 2026 to Mar 2, 2026/ }),
    ).toBeTruthy();
    expect(bars()).toEqual(['Mar 1, 2026: 0 answers', 'Mar 2, 2026: 3 answers']);
    await userEvent.click(screen.getByRole('radio', { name: 'Tokens' }));
    await screen.findByRole('img', { name: /Tokens of each day/ });
    expect(bars()).toEqual(['Mar 1, 2026: 0 tokens', 'Mar 2, 2026: 45 tokens']);
    await userEvent.click(screen.getByRole('radio', { name: 'Credits' }));
    await screen.findByRole('img', { name: /Credits of each day/ });
    await userEvent.click(screen.getByText('Show the figures of each day'));
    const day = screen.getByRole('row', { name: /Mar 2, 2026/ });
    expect(day.textContent).toBe('Mar 2, 20263453.73457');
    const user = screen.getByRole('row', { name: /Ada Lovelace/ });
    expect(user.textContent).toContain('2.5');
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
      '/api/payment/credit-usage/export?from=2026-03-01&to=2026-03-02',
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Model' }));
    await waitFor(() => expect(location.search).toContain('by=model'));
    expect(server.current.seen.some(({ url }) => url.includes('groupBy=model'))).toBe(true);
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-02-27' } });
    await screen.findByText('Choose at most a year that ends after it begins');
    expect(location.search).toContain('to=2026-03-02');
    await userEvent.click(screen.getByRole('button', { name: '7 days' }));
    await waitFor(() => expect(location.search).not.toContain('2026-03-01'));
  });

  it('says what will be here while nothing was used', async () => {
    replyWith('GET /api/payment/credit-usage', {
      ...usage,
      totals: { credits: 0, records: 0, answers: 0, inputTokens: 0, outputTokens: 0 },
      groups: [],
    });
    replyWith('GET /api/payment/computing-time', time);
    open('/pricing/credit-usage');
    expect(await screen.findByText('Nothing was used in these days')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

const limit: UsageLimit = {
  limitId: 'lim_1',
  scope: 'APP',
  subjectId: 'app_1',
  subjectName: 'Helper',
  period: 'DAY',
  kind: 'HARD',
  credits: 5,
  used: 5,
  isReached: true,
  resetsAt: '2026-03-03T00:00:00.000Z',
};

describe('the usage limits', () => {
  it('lists what is used of each, changes its credits and removes it', {
    tags: ['ROUTE-43', 'BILLING-11'],
  }, async () => {
    replyWith('GET /api/payment/usage-limits', { limits: [limit] });
    replyWith('PUT /api/payment/usage-limits', limit);
    replyWith('DELETE /api/payment/usage-limits/lim_1', { done: true });
    open('/pricing/usage-limit');
    await heading('Usage Limit');
    const row = await screen.findByRole('row', { name: /Helper/ });
    expect(row.textContent).toContain('5 credits a day');
    expect(row.textContent).toContain('5 of 5');
    expect(row.textContent).toContain('Reached: work is refused');
    const openMenu = async (item: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Actions for Helper, 5 credits a day' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: item }));
      return screen.findByRole('dialog');
    };
    const dialog = await openMenu('Change');
    const credits = within(dialog).getByRole('textbox', { name: /Credits/ });
    await userEvent.clear(credits);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('Please enter a number of credits');
    await userEvent.type(credits, '12.5');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('The limit is set');
    expect(JSON.parse(sentTo('/api/payment/usage-limits', 'PUT')[0]?.body ?? '')).toEqual({
      scope: 'APP',
      subjectId: 'app_1',
      period: 'DAY',
      kind: 'HARD',
      credits: 12.5,
    });
    const question = await openMenu('Remove');
    expect(question.textContent).toContain('After that, only the balance and other limits stop paid work.');
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    await screen.findByText('The limit is removed');
    expect(sentTo('/api/payment/usage-limits/lim_1', 'DELETE')).toHaveLength(1);
  });

  it('adds a limit for an app that is picked from a list, or says what is missing', async () => {
    replyWith('GET /api/payment/usage-limits', { limits: [] });
    replyWith('GET /api/payment/usage-limits/subjects', {
      subjects: [{ subjectId: 'app_1', name: 'Helper' }],
    });
    replyWith('PUT /api/payment/usage-limits', limit);
    open('/pricing/usage-limit');
    await screen.findByText('No usage limits yet');
    const [addButton] = screen.getAllByRole('button', { name: 'Add limit' });
    if (addButton) await userEvent.click(addButton);
    const dialog = await screen.findByRole('dialog', { name: 'Add a usage limit' });
    await userEvent.click(within(dialog).getByRole('radio', { name: 'One person' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add limit' }));
    await within(dialog).findByText('User ID is required');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'One app' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add limit' }));
    await within(dialog).findByText('Please choose an app');
    await userEvent.click(within(dialog).getByRole('combobox', { name: /App/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Helper' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add limit' }));
    await screen.findByText('The limit is set');
    expect(JSON.parse(sentTo('/api/payment/usage-limits', 'PUT')[0]?.body ?? '')).toEqual({
      scope: 'APP',
      subjectId: 'app_1',
      period: 'MONTH',
      kind: 'HARD',
      credits: 1000,
    });
  });
});
