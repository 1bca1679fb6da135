import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../tests/open-app.tsx';
import { baseReply } from '../../../tests/source-replies.ts';
import { readCookie, writeCookie } from '../../lib/browser/cookies.ts';

const server = withBuilderServer();
const create = 'POST /api/content/knowledge-base';
const refused = { status: 401, code: 'auth.unauthenticated', message: 'no' };
const nothing = { data: { items: [], nextCursor: null, total: 0 } };
const sent = (call: string) =>
  server.current.seen.filter(({ method, url }) => `${method} ${url}` === call).map(({ body }) => body);
const bob = { ...ada, userId: 'usr_2', email: 'bob@example.com', name: 'Bob Boole', firstName: 'Bob' };

const typeName = async () => {
  open('/knowledge-base');
  const [start] = await screen.findAllByRole('button', { name: 'New knowledge base' });
  await userEvent.click(start ?? document.body);
  const dialog = await screen.findByRole('dialog', { name: 'New knowledge base' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Handbook');
  return dialog;
};
/** Saves the form after the session has ended. */
const save = async () => {
  const dialog = await typeName();
  server.current.state.replies[create] = refused;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
  return screen.findByRole('dialog', { name: 'You have been signed out' });
};
const signIn = async (dialog: HTMLElement, reply: unknown) => {
  Object.assign(server.current.state.replies, {
    'POST /api/auth/sign-in': reply,
    [create]: { data: baseReply },
  });
  await userEvent.type(within(dialog).getByLabelText('Password'), 'Secret1!');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
};

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies['GET /api/content/knowledge-bases'] = nothing;
  server.current.state.replies['GET /api/content/knowledge-base/kb_1'] = { data: baseReply };
  writeCookie('atelier_csrf', 'token');
});

describe('a session that ends while something is saved', () => {
  it('is renewed over the screen, and then it is saved as it was entered', async () => {
    const dialog = await save();
    expect(within(dialog).getByLabelText('Email')).toHaveProperty('value', 'ada@example.com');
    expect(within(dialog).getByLabelText('Password')).toBe(document.activeElement);
    expect(readCookie('atelier_csrf')).toBeUndefined();
    await signIn(dialog, { data: { user: ada } });
    await waitFor(() => expect(location.pathname).toBe('/knowledge-base/kb_1/documents'));
    expect(sent(create).map((body) => JSON.parse(body ?? '{}') as unknown)).toEqual([
      expect.objectContaining({ name: 'Handbook' }),
      expect.objectContaining({ name: 'Handbook' }),
    ]);
    expect(sent('POST /api/auth/sign-out')).toEqual([]);
  });

  it('asks for the second factor in the same place', async () => {
    const dialog = await save();
    server.current.state.replies['POST /api/auth/second-factor'] = { data: { user: ada } };
    await signIn(dialog, {
      status: 401,
      code: 'auth.second_factor_required',
      message: 'A code is needed.',
      details: { challenge: 'challenge-1' },
    });
    await userEvent.type(await within(dialog).findByLabelText('Code'), '123456');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(location.pathname).toBe('/knowledge-base/kb_1/documents'));
  });

  it('goes back to the company of the screen, where the new session opens another one', async () => {
    const dialog = await save();
    server.current.state.replies['POST /api/tenant/switch-tenant'] = { data: { user: ada } };
    await signIn(dialog, { data: { user: { ...ada, tenantId: 'ten_2' } } });
    await waitFor(() => expect(location.pathname).toBe('/knowledge-base/kb_1/documents'));
    expect(sent('POST /api/tenant/switch-tenant')).toEqual(['{"tenantId":"ten_1"}']);
  });

  it('saves nothing in the name of somebody else, who begins at the start', async () => {
    const dialog = await save();
    server.current.state.user = bob;
    await signIn(dialog, { data: { user: bob } });
    await heading(/Bob$/);
    expect(sent(create)).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('ends like every other one for a user who discards the input', async () => {
    const dialog = await save();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Discard it and leave' }));
    await heading('Welcome back');
    expect(location.pathname).toBe('/');
    expect(sent(create)).toHaveLength(1);
    expect(sent('POST /api/auth/sign-out')).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('keeps what was entered when a call in the background is the first to learn that the session has ended', async () => {
  const dialog = await typeName();
  server.current.state.user = null;
  dispatchEvent(new StorageEvent('storage', { key: null }));
  const again = await screen.findByRole('dialog', { name: 'You have been signed out' });
  await signIn(again, { data: { user: ada } });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'You have been signed out' })).toBeNull());
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Handbook');
});

it('continues by itself when the user signs in again in another window', async () => {
  await save();
  server.current.state.replies[create] = { data: baseReply };
  dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  await waitFor(() => expect(location.pathname).toBe('/knowledge-base/kb_1/documents'));
  expect(sent(create)).toHaveLength(2);
});
