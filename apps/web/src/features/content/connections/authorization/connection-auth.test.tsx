import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const finishCall = 'POST /api/datasource/authorization';
const made = { authorizationId: 'aut_1', provider: 'crm', account: 'ada@crm.example', expiresAt: null };

const server = withBuilderServer();
let heard: unknown[];
let channel: BroadcastChannel;
beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = { [finishCall]: { data: made } };
  heard = [];
  channel = new BroadcastChannel('atelier-connection-auth');
  channel.onmessage = ({ data }) => void heard.push(data);
});
afterEach(() => channel.close());

const finished = () => server.current.seen.filter(({ url }) => url === '/api/datasource/authorization');

describe('the landing of an authorization', () => {
  it('finishes it, tells the form of the other window, and says so in plain words', {
    tags: ['ROUTE-21', 'CONN-10'],
  }, async () => {
    open('/connection-auth?code=c1&state=aus_1');
    await screen.findByText('Connected as ada@crm.example');
    await waitFor(() =>
      expect(heard).toEqual([
        { kind: 'connected', state: 'aus_1', authorizationId: 'aut_1', account: 'ada@crm.example' },
      ]),
    );
    expect(finished().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { code: 'c1', state: 'aus_1' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Close this window' }));
    await screen.findByText(/Please close it yourself/);
  });

  it('says that nothing was connected when the user did not allow it', { tags: ['ROUTE-21'] }, async () => {
    open('/connection-auth?error=access_denied&error_description=Send+me+money&state=aus_1');
    await screen.findByText(/You did not allow it/);
    expect(screen.queryByText(/money/)).toBeNull();
    await waitFor(() => expect(heard).toMatchObject([{ kind: 'failed', state: 'aus_1' }]));
    expect(finished()).toEqual([]);
  });

  it('refuses an address without a state, and tells nobody', { tags: ['ROUTE-21'] }, async () => {
    open('/connection-auth?code=c1');
    await screen.findByText(/does not belong to an authorization that was begun here/);
    expect(finished()).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('shows what the server says of a state that is foreign, used or too old', {
    tags: ['ROUTE-21'],
  }, async () => {
    const message = 'This authorization took longer than ten minutes.';
    server.current.state.replies[finishCall] = { status: 400, code: 'authorization.state_unknown', message };
    open('/connection-auth?code=c1&state=foreign');
    await screen.findByText(message);
    await waitFor(() => expect(heard).toMatchObject([{ kind: 'failed', state: 'foreign', message }]));
  });

  it('asks a signed-out user to sign in first', { tags: ['ROUTE-21'] }, async () => {
    server.current.state.user = null;
    open('/connection-auth?code=c1&state=aus_1');
    await screen.findByText(/You are signed out/);
    expect(finished()).toEqual([]);
  });
});
