import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BuilderServer, startBuilderServer, stopBuilderServers } from '../../tests/builder-server.ts';
import { SessionsPanel } from './sessions-panel.tsx';

const session = (id: string, title: string) => ({
  conversationId: id,
  title,
  updatedAt: '2026-03-01T00:00:00.000Z',
  messageCount: 1,
});
const list = 'GET /api/content/chat/sessions';
const one = '/api/content/chat/sessions/cnv_1';
const items = [session('cnv_1', 'Ferries'), session('cnv_2', 'Lunch')];

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
  server.state.replies = {
    [list]: { data: { items, nextCursor: null, total: 2 } },
    [`PUT ${one}`]: { data: session('cnv_1', 'Boats') },
    [`DELETE ${one}`]: { data: { done: true } },
  };
});
afterEach(cleanup);
afterAll(stopBuilderServers);

const show = () => {
  const onRemoved = vi.fn<(id: string) => void>();
  const link = { appId: 'app_1', tenantId: undefined };
  const ignore = () => undefined;
  render(
    <SessionsPanel
      link={link}
      name="Help"
      turns={[]}
      current="cnv_1"
      onOpen={ignore}
      onRemoved={onRemoved}
      onClose={ignore}
    />,
  );
  return { onRemoved };
};
const sent = (method: string) => server.seen.filter((request) => request.method === method);

it('searches the conversations, and says when none holds the text', { tags: ['CHAT-11'] }, async () => {
  show();
  await screen.findByRole('button', { name: /^Ferries/, hidden: true });
  server.state.replies = { [list]: { data: { items: [], nextCursor: null, total: 0 } } };
  await userEvent.type(
    screen.getByRole('searchbox', { name: 'Search your conversations', hidden: true }),
    'tram',
  );
  await screen.findByText('No conversation holds this text.');
  expect(sent('GET').at(-1)?.url).toContain('search=tram');
});

it('renames a conversation, and deletes it only when the visitor is sure', async () => {
  const { onRemoved } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Rename Ferries', hidden: true }));
  const name = screen.getByRole('textbox', { name: 'Name of the conversation', hidden: true });
  await userEvent.clear(name);
  await userEvent.type(name, 'Boats{Enter}');
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(JSON.parse(sent('PUT')[0]?.body ?? '{}')).toMatchObject({ title: 'Boats', appId: 'app_1' });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Ferries', hidden: true }));
  expect(sent('DELETE')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }));
  await waitFor(() => expect(onRemoved).toHaveBeenCalledExactlyOnceWith('cnv_1'));
  expect(sent('DELETE')[0]?.url).toContain('appId=app_1');
});
