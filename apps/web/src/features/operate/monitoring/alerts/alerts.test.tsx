import type { Alert, AlertRule } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();
const { endpoints } = alerts;
const rule: AlertRule = {
  ...{
    revision: 1,
    ruleId: 'alr_1',
    name: 'Several dislikes',
    subjectKind: 'APP',
    subjectId: 'app_1',
    subjectName: 'Help desk',
  },
  ...{ metric: 'DISLIKES', threshold: 5, hours: 24, least: 0, quietMinutes: 240, mail: 'ADMINS' },
  ...{ authorName: 'Ada', webhookUrl: 'https://hooks.example.com/a', enabled: true, value: 7, isOpen: true },
  createdAt: '2026-03-01T10:00:00.000Z',
};
const alert: Alert = {
  ...{
    alertId: 'alt_1',
    ruleId: 'alr_1',
    ruleName: 'Several dislikes',
    subjectKind: 'APP',
    subjectId: 'app_1',
  },
  ...{ subjectName: 'Help desk', metric: 'DISLIKES', threshold: 5, hours: 24, value: 6 },
  ...{ beganAt: '2026-03-01T10:00:00.000Z', resolvedAt: null },
  messages: [
    { event: 'BEGAN', channel: 'MAIL', to: 'Ada', state: 'SENT', problem: null },
    { event: 'BEGAN', channel: 'WEBHOOK', to: null, state: 'FAILED', problem: 'hooks.example.com is away.' },
  ],
};
const answer = (call: string, data: unknown) => {
  server.current.state.replies[call] = { data };
};
const asked = () => server.current.seen.map(({ method, url }) => `${method} ${url}`);
const show = (rules: AlertRule[], history: Alert[] = []) => {
  answer(`GET ${endpoints.rules.path}`, { items: rules });
  answer(`GET ${endpoints.list.path}`, { items: history, nextCursor: null, total: history.length });
};

beforeEach(() => {
  server.current.state.user = ada;
  show([rule], [alert]);
});

describe('the alerts of the monitor', () => {
  it('begin with the usual ones, in one click', async () => {
    show([]);
    open('/monitor?tab=alerts');
    const start = await screen.findByRole('button', { name: 'Switch on the usual alerts' });
    answer(`POST ${endpoints.createUsual.path}`, { items: [rule], added: 1 });
    show([rule]);
    await userEvent.click(start);
    expect(await screen.findByRole('table', { name: 'Alert rules' })).toBeTruthy();
    expect(asked()).toContain(`POST ${endpoints.createUsual.path}`);
  });

  it('show what they watch, what it is now, and whom they tell', async () => {
    open('/monitor?tab=alerts');
    const table = within(await screen.findByRole('table', { name: 'Alert rules' }));
    for (const words of ['Help desk', '5 dislikes or more in 24 hours', '7 dislikes'])
      expect(table.getByText(words)).toBeTruthy();
    expect(table.getByText('Mail: owners and admins, Webhook: hooks.example.com')).toBeTruthy();
  });

  it('keep a history with the messages, and why one failed', async () => {
    open('/monitor?tab=alerts');
    const table = within(await screen.findByRole('table', { name: 'History of the alerts' }));
    expect(table.getByText('Open')).toBeTruthy();
    expect(table.getByText('1 of 2 failed')).toBeTruthy();
    expect(table.getByText('Webhook about the beginning: failed. hooks.example.com is away.')).toBeTruthy();
    expect(table.getByRole('link', { name: 'Help desk' }).getAttribute('href')).toBe('/monitor/app/app_1');
  });

  it('are written in a form, which shows the key of a new webhook once', async () => {
    const webhookSecret = 'whsec_c2VjcmV0';
    answer(`POST ${endpoints.create.path}`, { ...rule, webhookSecret });
    open('/monitor?tab=alerts');
    await userEvent.click(await screen.findByRole('button', { name: 'New alert' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
    await userEvent.click(dialog.getByLabelText(/^Name/));
    await userEvent.paste('Many dislikes');
    await userEvent.click(dialog.getByLabelText(/^Webhook/));
    await userEvent.paste('https://hooks.example.com/a');
    await userEvent.click(dialog.getByRole('button', { name: 'Create alert' }));
    expect(await screen.findByText(webhookSecret)).toBeTruthy();
    const sent = server.current.seen.find(
      ({ method, url }) => method === 'POST' && url === endpoints.create.path,
    );
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      ...{ name: 'Many dislikes', subjectKind: 'COMPANY', metric: 'DISLIKES', threshold: 5 },
      webhookUrl: 'https://hooks.example.com/a',
    });
  });

  it('are tested, and say which channel did not work', async () => {
    answer('POST /api/monitoring/alert-rules/alr_1/test', {
      mail: { isSent: true, problem: null },
      webhook: { isSent: false, problem: 'hooks.example.com could not be reached.' },
    });
    open('/monitor?tab=alerts');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Several dislikes' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Send a test' }));
    expect(await screen.findByText('The mail went to you.')).toBeTruthy();
    expect(await screen.findByText('hooks.example.com could not be reached.')).toBeTruthy();
  });
});
