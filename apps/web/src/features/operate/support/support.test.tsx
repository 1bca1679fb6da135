import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../tests/builder-server.ts';
import { clearCookies } from '../../../lib/browser/cookies.ts';
import { App } from '../../../shell/app.tsx';
import { readTextProperty } from '../../../ui/feedback/read-property.ts';
import { resetSupport } from './support-session.ts';

const slow = { timeout: 10_000 };
const at = '2026-11-21T20:00:00.000Z';
const question = {
  messageId: 'm1',
  author: 'USER',
  authorName: 'Ada Lovelace',
  text: 'How?',
  createdAt: at,
};
const answer = { messageId: 'm2', author: 'STAFF', authorName: 'Hedy', text: 'Press Share.', createdAt: at };

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
});
afterAll(stopBuilderServers);
beforeEach(() => {
  clearCookies();
  localStorage.clear();
  sessionStorage.clear();
  resetSupport();
  server.state.user = ada;
  server.state.replies = {
    'GET /api/tenant/support': { data: { state: null, messages: [] } },
    'POST /api/tenant/support': { data: question },
    'POST /api/tenant/screen-views': { data: { done: true } },
  };
});
afterEach(() => {
  cleanup();
  document.querySelector('meta[name="analytics"]')?.remove();
});

const open = (path: string) => {
  history.replaceState(null, '', path);
  render(<App still />);
};
const fromMenu = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Account of Ada Lovelace' }, slow));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
const panel = () => screen.findByRole('dialog', { name: 'Help & support' }, slow);
const sent = (path: string) =>
  server.seen
    .filter(({ method, url }) => method === 'POST' && url === path)
    .map(({ body }): unknown => JSON.parse(body));

const stored = (name: string) =>
  readTextProperty(JSON.parse(sessionStorage.getItem('support') ?? '{}') as unknown, name);

describe('the conversation with support', () => {
  it('is opened over any screen, asks for a text, and says where one is', {
    tags: ['SESSION-27', 'AUTH-20'],
  }, async () => {
    open('/apps?search=secret');
    await fromMenu('Help & support');
    const dialog = await panel();
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Send' }));
    await within(dialog).findByText('Please enter your feedback');
    expect(sent('/api/tenant/support')).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText('Your message'), 'How?');
    server.state.replies['GET /api/tenant/support'] = { data: { state: 'OPEN', messages: [question] } };
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await within(dialog).findByText('Your message has arrived. The answer will appear here.');
    expect(sent('/api/tenant/support')).toEqual([
      { text: 'How?', screen: '/apps', sessionId: expect.stringMatching(/^\w{16,}$/) },
    ]);
    expect(within(dialog).getByLabelText('Your message')).toHaveProperty('value', '');
  });

  it('shows the answers of support', { tags: ['SESSION-27'] }, async () => {
    server.state.replies['GET /api/tenant/support'] = {
      data: { state: 'ANSWERED', messages: [question, answer] },
    };
    open('/agents');
    await fromMenu('Help & support');
    const list = await within(await panel()).findByRole('list', { name: 'Conversation' });
    const items = within(list).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^You.*How\?$/),
      expect.stringMatching(/^Hedy.*Press Share\.$/),
    ]);
  });

  const begin = async (text: string) => {
    await fromMenu('Help & support');
    const dialog = await panel();
    await userEvent.type(within(dialog).getByLabelText('Your message'), text);
    expect(stored('draft')).toBe(text);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return stored('sessionId');
  };

  it('starts over after signing out, with nothing of the last user left', {
    tags: ['SESSION-16'],
  }, async () => {
    open('/agents');
    const before = await begin('Not sent');
    await fromMenu('Sign Out');
    await screen.findByRole('heading', { level: 1, name: 'Welcome back' }, slow);
    expect(sessionStorage.getItem('support')).toBeNull();
    cleanup();
    server.state.user = ada;
    open('/agents');
    await fromMenu('Help & support');
    expect(within(await panel()).getByLabelText('Your message')).toHaveProperty('value', '');
    expect(stored('sessionId')).toMatch(/^\w{16,}$/);
    expect(stored('sessionId')).not.toBe(before);
  });

  it('starts over after the server ended the session', {
    tags: ['SESSION-16', 'SESSION-27', 'ERROR-06'],
  }, async () => {
    open('/agents');
    await begin('Not sent');
    await fromMenu('Help & support');
    server.state.replies['POST /api/tenant/support'] = {
      status: 401,
      code: 'auth.unauthenticated',
      message: 'no',
    };
    server.state.user = null;
    await userEvent.click(within(await panel()).getByRole('button', { name: 'Send' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard it and leave' }, slow));
    await screen.findByRole('heading', { level: 1, name: 'Welcome back' }, slow);
    expect(sessionStorage.getItem('support')).toBeNull();
  });
});

describe('the count of opened screens', () => {
  const leavePage = () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const views = () => sent('/api/tenant/screen-views');
  afterEach(() => Reflect.deleteProperty(document, 'visibilityState'));

  it('is reported by pattern and without ids when the page is left, without any action of the user', {
    tags: ['SESSION-28'],
  }, async () => {
    open('/agents');
    await userEvent.click(await screen.findByRole('link', { name: 'Apps' }, slow));
    await screen.findByRole('heading', { level: 1, name: 'Apps' }, slow);
    await userEvent.click(screen.getByRole('link', { name: 'Agents' }));
    await screen.findByRole('heading', { level: 1, name: /Ada$/ }, slow);
    leavePage();
    await waitFor(() =>
      expect(views()).toEqual([
        {
          views: [
            { screen: '/agents', count: 2 },
            { screen: '/apps', count: 1 },
          ],
        },
      ]),
    );
    leavePage();
    expect(views(), 'nothing new, nothing sent').toHaveLength(1);
  });

  it('is off where the operator turned it off: no call at all', { tags: ['SESSION-28'] }, async () => {
    const meta = document.createElement('meta');
    meta.setAttribute('name', 'analytics');
    meta.setAttribute('content', 'off');
    document.head.append(meta);
    open('/agents');
    await screen.findByRole('heading', { level: 1, name: /Ada$/ }, slow);
    leavePage();
    await fromMenu('Help & support');
    await panel();
    expect(views()).toEqual([]);
  });
});
