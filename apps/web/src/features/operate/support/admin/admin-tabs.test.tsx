import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../../tests/builder-server.ts';
import { App } from '../../../../shell/app.tsx';

const slow = { timeout: 10_000 };
const at = '2026-11-21T20:00:00.000Z';
const question = {
  questionId: 'sup_1',
  state: 'OPEN',
  companyName: 'Engines',
  user: { name: 'Grace Hopper', email: 'grace@example.com' },
  lastText: 'How do I share?',
  updatedAt: at,
};
const message = {
  messageId: 'msg_1',
  author: 'USER',
  authorName: 'Grace Hopper',
  text: 'How do I share?',
  createdAt: at,
  screen: '/apps',
  appVersion: '2.3.4',
  sessionId: 'x'.repeat(32),
};

describe('support under /admin', () => {
  let server: BuilderServer;
  beforeEach(async () => {
    server = await startBuilderServer();
  });
  afterAll(stopBuilderServers);
  beforeEach(() => {
    server.state.user = ada;
    server.state.replies = { 'GET /api/tenant/admin/me': { data: { isAdministrator: true } } };
  });
  afterEach(cleanup);

  const open = (tab: string) => {
    history.replaceState(null, '', `/admin?tab=${tab}`);
    render(<App still />);
  };

  it('shows who asks what and where, and sends the answer', { tags: ['SESSION-27'] }, async () => {
    server.state.replies['GET /api/tenant/admin/support'] = {
      data: { items: [question], nextCursor: null, total: 1 },
    };
    server.state.replies['GET /api/tenant/admin/support/sup_1'] = {
      data: { ...question, messages: [message] },
    };
    server.state.replies['POST /api/tenant/admin/support/sup_1/reply'] = {
      data: { ...message, messageId: 'msg_2', author: 'STAFF', text: 'Press Share.' },
    };
    open('support');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }, slow));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Read and answer' }));
    const panel = await screen.findByRole('dialog', { name: 'Grace Hopper, Engines' }, slow);
    await within(panel).findByText('On /apps, version 2.3.4', {}, slow);
    await userEvent.click(within(panel).getByRole('button', { name: 'Send the answer' }));
    await within(panel).findByText('Please enter your answer');
    await userEvent.type(within(panel).getByLabelText('Your answer'), 'Press Share.');
    await userEvent.click(within(panel).getByRole('button', { name: 'Send the answer' }));
    await screen.findByText('Grace Hopper gets your answer by mail as well.', {}, slow);
    const sent = server.seen.filter(({ url }) => url.endsWith('/reply')).map(({ body }) => body);
    expect(sent).toEqual(['{"text":"Press Share."}']);
  });

  it('shows which screens are opened how often, or that they are not counted', {
    tags: ['SESSION-28'],
  }, async () => {
    const usage = {
      isOn: true,
      screens: [{ screen: '/apps/:id', views: 12, tenants: 3 }],
      perDay: [{ day: '2026-11-21', views: 12 }],
    };
    server.state.replies['GET /api/tenant/admin/screen-views'] = { data: usage };
    open('usage');
    await screen.findByText('/apps/:id', {}, slow);
    expect(screen.getByText('Screens opened').parentElement?.textContent).toContain('12');
    cleanup();
    server.state.replies['GET /api/tenant/admin/screen-views'] = {
      data: { isOn: false, screens: [], perDay: [] },
    };
    open('usage');
    await screen.findByText('Screens are not counted', {}, slow);
  });
});
