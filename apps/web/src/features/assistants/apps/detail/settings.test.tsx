import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { newAppValues } from '../model/app-form.ts';

const server = withBuilderServer();
const app = {
  ...newAppValues(),
  revision: 1,
  appId: 'app_1',
  tenantId: 'tnt_1',
  name: 'Help desk',
  state: 'READY',
  active: true,
  knowledgeBases: [],
  answerer: null,
  botIcon: null,
  botLogo: null,
  shareUrl: '/chat/app_1?tenantId=tnt_1',
  conversations: 0,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  abilities: { canUpdate: true, canRemove: true },
};
const save = 'PUT /api/content/manage-app';
const saved = () => {
  const request = server.current.seen.find(({ method, url }) => `${method} ${url}` === save);
  return request && (JSON.parse(request.body) as { chunkingStrategy: unknown }).chunkingStrategy;
};

const openContext = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Context/ }, { timeout: 20_000 }));

describe('the settings of an app', () => {
  it('say how much of the earlier conversation and which text go with each question', {
    tags: ['CHUNK-02'],
  }, async () => {
    server.current.state.user = ada;
    server.current.state.replies = {
      'GET /api/content/manage-app/app_1': { data: app },
      [save]: { data: app },
    };
    open('/apps/app_1?tab=settings');
    await openContext();
    const tokens = await screen.findByLabelText(/Earlier conversation, tokens/, {}, { timeout: 10_000 });
    await userEvent.clear(tokens);
    await userEvent.type(tokens, '500');
    await userEvent.click(screen.getByRole('switch', { name: /Always give a text/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Please enter the text that every question gets');
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'Open from 9 to 5.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saved()).toEqual({
        previousSession: { enabled: true, tokens: 500 },
        staticText: { enabled: true, text: 'Open from 9 to 5.' },
      }),
    );
  });

  it('hide how much of the conversation is read while none is', { tags: ['CHUNK-02'] }, async () => {
    server.current.state.user = ada;
    server.current.state.replies = { 'GET /api/content/manage-app/app_1': { data: app } };
    open('/apps/app_1?tab=settings');
    await openContext();
    await userEvent.click(await screen.findByRole('switch', { name: /Read the earlier conversation/ }));
    expect(screen.queryByLabelText(/Earlier conversation, tokens/)).toBeNull();
  });
});
