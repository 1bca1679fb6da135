import { apps } from '@atelier/contracts/assistants/apps';
import { type Role, rolePermissions } from '@atelier/contracts/kernel/permissions';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { appReply } from '../../../../../tests/app-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();
const listPath = apps.endpoints.list.path;

const openAs = async (role: Role) => {
  server.current.state.user = { ...ada, role, permissions: [...rolePermissions[role]] };
  server.current.state.replies = {
    [`GET ${listPath}`]: { data: { items: [appReply], nextCursor: null, total: 1 } },
  };
  open('/all-apps');
  await heading('All apps');
};

describe('all apps', () => {
  it.each(['OWNER', 'OPERATOR'] as const)(
    'are cards with the link to their chat, for %s',
    { tags: ['ROUTE-02', 'ROUTE-03'] },
    async (role) => {
      await openAs(role);
      const list = await screen.findByRole('list', { name: 'Apps' });
      expect(within(list).getByRole('heading', { level: 2 }).textContent).toBe('Help desk');
      const link = within(list).getByRole('link', { name: 'Open chat with Help desk' });
      expect(link.getAttribute('href')).toBe(`${server.current.origin}/chat/app_1?tenantId=ten_1`);
    },
  );

  it('have one address, and an address that only begins like it leads to the landing screen', {
    tags: ['ROUTE-03'],
  }, async () => {
    await openAs('OWNER');
    cleanup();
    open('/all-apps/more');
    await heading('Agents');
    expect(location.pathname).toBe('/agents');
  });

  it('are those that are online, and are searched by the server', async () => {
    await openAs('USER');
    await userEvent.type(await screen.findByLabelText('Search apps'), 'desk');
    const asked = () =>
      server.current.seen
        .filter(({ url }) => url.split('?')[0] === listPath)
        .map(({ url }) => Object.fromEntries(new URL(url, server.current.origin).searchParams));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ active: 'true', search: 'desk' }));
  });
});
