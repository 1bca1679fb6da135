import type { AppReports } from '@atelier/contracts/assistants/chat/reports';
import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../../../tests/app-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();

const figures = { failed: 1, likes: 2, dislikes: 1, credits: 1.5 };
const counts = { conversations: 3, inputTokens: 100, outputTokens: 20, medianMs: 1500 };
const asked = { ...figures, ...counts, questions: 10, answered: 6, unanswered: 3 };
const help = { ...asked, appId: 'app_1', appName: 'Help desk' };
const shop = { ...asked, appId: 'app_2', appName: 'Web shop', questions: 4, answered: 4, unanswered: 0 };
const report: AppReports = {
  from: '2026-03-01',
  to: '2026-03-03',
  apps: [help, shop],
  days: [{ ...figures, day: '2026-03-02', questions: 10, answered: 6, unanswered: 3 }],
};
const filter = {
  apps: [
    { appId: 'app_1', name: 'Help desk' },
    { appId: 'app_2', name: 'Web shop' },
  ],
  firstDay: '2026-03-02',
  lastDay: '2026-03-02',
};

const address = '/apps/reports?from=2026-03-01&to=2026-03-03';
const rowNames = () =>
  within(screen.getByRole('table', { name: 'Apps' }))
    .getAllByRole('link')
    .map((link) => link.textContent);
const reportCalls = () =>
  server.current.seen.filter(({ url }) => url.startsWith('/api/content/app-reports?')).map(({ url }) => url);

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/manage-app/app_1': { data: appReply },
    'GET /api/content/app-reports': { data: report },
    'GET /api/content/app-reports/filter': { data: filter },
  };
});

describe('the reports on apps', () => {
  it('add up the figures of all apps, and draw each day of the period', async () => {
    open(address);
    await screen.findByRole('table', { name: 'Apps' });
    expect(screen.getByText('in 6 conversations')).toBeTruthy();
    expect(screen.getByText('77 %')).toBeTruthy();
    const chart = screen.getByRole('img', { name: /^Questions of each day/ });
    expect([...chart.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      'Mar 1, 2026: 0 questions',
      'Mar 2, 2026: 10 questions',
      'Mar 3, 2026: 0 questions',
    ]);
    await userEvent.click(screen.getByText('Unanswered'));
    await screen.findByRole('img', { name: /^Unanswered of each day/ });
  });

  it('are sorted by the figure that was chosen, and searched by the name of the app', async () => {
    open(address);
    await screen.findByRole('table', { name: 'Apps' });
    expect(rowNames()).toEqual(['Help desk', 'Web shop']);
    await userEvent.click(screen.getByRole('button', { name: 'Answered' }));
    await expect.poll(rowNames).toEqual(['Web shop', 'Help desk']);
    await userEvent.click(screen.getByRole('button', { name: 'Answered' }));
    await expect.poll(rowNames).toEqual(['Help desk', 'Web shop']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search apps' }), 'desk');
    await expect.poll(rowNames).toEqual(['Help desk']);
  });

  it('show 25 apps and more on request', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...help,
      appId: `app_${index}`,
      appName: `App ${index}`,
    }));
    server.current.state.replies['GET /api/content/app-reports'] = { data: { ...report, apps: many } };
    open(address);
    await screen.findByRole('table', { name: 'Apps' });
    expect(rowNames()).toHaveLength(25);
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(rowNames()).toHaveLength(30);
  });

  it('can be limited to an app and to days', async () => {
    open(address);
    await screen.findByRole('option', { name: 'Web shop' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'App' }), 'Web shop');
    await expect.poll(() => reportCalls().at(-1)).toContain('appId=app_2');
    await userEvent.click(screen.getByRole('button', { name: '7 days' }));
    await expect.poll(() => reportCalls().at(-1)).not.toContain('2026-03-01');
  });

  it('offer the last days with questions when nothing was asked', async () => {
    const nothing = { ...report, apps: [], days: [] };
    server.current.state.replies['GET /api/content/app-reports'] = { data: nothing };
    open('/apps/reports?from=2026-04-01&to=2026-04-03');
    await screen.findByRole('heading', { name: 'Nothing was asked in these days' });
    await userEvent.click(await screen.findByRole('button', { name: 'Show the days until Mar 2, 2026' }));
    await expect.poll(() => reportCalls().at(-1)).toContain('from=2026-02-01&to=2026-03-02');
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('2026-03-02');
  });

  it('show the days of one app on its own page', async () => {
    server.current.state.replies['GET /api/content/app-reports'] = { data: { ...report, apps: [help] } };
    open('/apps/app_1?tab=report&from=2026-03-01&to=2026-03-03');
    const days = await screen.findByRole('table', { name: 'Days' });
    expect(within(days).getByText('Mar 2, 2026')).toBeTruthy();
    expect(screen.getByText('Usual time')).toBeTruthy();
    expect(reportCalls().at(-1)).toContain('appId=app_1');
  });

  it('tell users who build no apps that only their own questions are counted', async () => {
    server.current.state.user = { ...ada, role: 'OPERATOR', permissions: [...rolePermissions.OPERATOR] };
    open(address);
    expect(await screen.findByText('Only questions that you asked yourself are counted.')).toBeTruthy();
  });
});
