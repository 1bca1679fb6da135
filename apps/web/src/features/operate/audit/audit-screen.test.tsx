import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import { audit } from '@atelier/contracts/operate/audit';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';

const listPath = audit.endpoints.list.path;

const entry = {
  auditId: 'aud_1',
  action: 'knowledge.deleted',
  actor: { kind: 'user', userId: 'usr_1', name: 'Ada Lovelace' },
  subjectId: 'kb_1',
  subjectName: null,
  details: { name: 'Handbook', documents: 12 },
  address: '192.0.2.7',
  requestId: 'req_1',
  createdAt: '2026-03-01T09:30:00.000Z',
};

const server = withBuilderServer();
beforeEach(() => {
  server.current.state.user = { ...ada, permissions: [...rolePermissions.OWNER] };
  server.current.state.replies = {
    [`GET ${listPath}`]: { data: { items: [entry], nextCursor: null, total: 1 } },
    [`GET ${audit.endpoints.choices.path}`]: {
      data: {
        actions: ['apps.created', 'knowledge.deleted'],
        users: [{ userId: 'usr_1', name: 'Ada Lovelace', email: 'ada@example.com' }],
      },
    },
  };
});

const lastQuery = () => {
  const urls = server.current.seen.filter(({ url }) => url.split('?')[0] === listPath);
  return Object.fromEntries(new URL(urls.at(-1)?.url ?? '', server.current.origin).searchParams);
};

describe('the audit log', () => {
  it('tells each entry in a sentence, and everything of it when it is opened', async () => {
    open('/settings/audit');
    await heading('Audit log');
    const sentence = 'Ada Lovelace deleted the knowledge base Handbook';
    await userEvent.click(await screen.findByRole('button', { name: sentence }));
    const panel = await screen.findByRole('dialog', { name: 'Entry of the audit log' });
    for (const words of ['192.0.2.7', 'knowledge.deleted', 'kb_1', 'req_1', '"documents": 12'])
      expect(panel.textContent).toContain(words);
  });

  it('keeps its filters in the address, asks the server with them, and exports the same', async () => {
    open('/settings/audit?search=hand');
    await heading('Audit log');
    await screen.findByRole('option', { name: 'Knowledge base deleted' });
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Knowledge base deleted');
    await userEvent.selectOptions(screen.getByLabelText('Person'), 'Ada Lovelace (ada@example.com)');
    await userEvent.type(screen.getByLabelText('From day'), '2026-03-01');
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({
        search: 'hand',
        action: 'knowledge.deleted',
        actor: 'usr_1',
        from: new Date(2026, 2, 1).toISOString(),
      }),
    );
    expect(location.search).toContain('action=knowledge.deleted');
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    const link = await screen.findByRole('menuitem', { name: 'For a spreadsheet (CSV)' });
    const address = new URL(link.getAttribute('href') ?? '', server.current.origin);
    expect(address.pathname).toBe(audit.endpoints.export.path);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      format: 'csv',
      search: 'hand',
      action: 'knowledge.deleted',
      actor: 'usr_1',
    });
  });

  it('says what to do when nothing is found', async () => {
    server.current.state.replies[`GET ${listPath}`] = { data: { items: [], nextCursor: null, total: 0 } };
    open('/settings/audit?search=nothing');
    await screen.findByText(/Choose other days, another action or person, or clear the search/);
    const table = screen.queryByRole('table', { name: 'Audit log' });
    expect(table && within(table).queryAllByRole('row')).toBeNull();
  });
});
