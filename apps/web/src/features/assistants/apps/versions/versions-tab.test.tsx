import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../../../tests/app-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();
const slow = { timeout: 20_000 };
const version = (number: number, isCurrent: boolean, changed: string[] | null) => ({
  version: number,
  createdAt: '2026-03-01T00:00:00.000Z',
  createdBy: { userId: 'usr_1', name: 'Ada Lovelace' },
  isCurrent,
  changed,
});
const sent = (call: string) => server.current.seen.find(({ method, url }) => `${method} ${url}` === call);

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/manage-app/app_1': { data: appReply },
    'GET /api/content/app-versions/app_1': {
      data: {
        items: [version(3, true, []), version(2, false, ['Theme']), version(1, false, null)],
        nextCursor: null,
        total: 3,
      },
    },
    'GET /api/content/app-versions/app_1/1': {
      data: {
        version: 1,
        changes: [{ setting: 'themeName', label: 'Theme', before: 'Blue', after: 'Green' }],
      },
    },
    'PUT /api/content/revert-app-settings': { data: appReply },
    'DELETE /api/content/app-versions/app_1/1': { data: { done: true } },
  };
  open('/apps/app_1?tab=versions');
});

describe('the versions of an app', () => {
  it('show what was changed, and go back after showing the differences', { tags: ['APP-33'] }, async () => {
    const table = within(await screen.findByRole('table', { name: 'Versions' }, slow));
    expect(table.getByText('In use')).toBeDefined();
    expect(table.getByText('The first settings')).toBeDefined();
    expect(table.getByText('Nothing since the version before it')).toBeDefined();
    await userEvent.click(table.getByRole('button', { name: /^Version 1/ }));
    const differences = within(await screen.findByRole('list', { name: 'Differences' }));
    expect(differences.getByText('Blue')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Go back to version 1' }));
    await waitFor(() =>
      expect(JSON.parse(sent('PUT /api/content/revert-app-settings')?.body ?? 'null')).toEqual({
        appId: 'app_1',
        version: 1,
      }),
    );
    expect(await screen.findByText('The earlier settings are in use again.')).toBeDefined();
  });

  it('are deleted with the message of the documents', async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Version 1' }, slow));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Version deleted successfully')).toBeDefined();
  });
});
