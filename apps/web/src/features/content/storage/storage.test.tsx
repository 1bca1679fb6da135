import { notifications } from '@mantine/notifications';
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

const useCall = 'GET /api/payment/storage';
const itemsCall = 'GET /api/payment/storage/items';
const removeCall = 'DELETE /api/payment/storage/items';

const use = {
  fileStore: 'ATELIER',
  usedBytes: 3 * 1024 * 1024,
  limitBytes: 4 * 1024 * 1024,
  types: [
    { type: 'KNOWLEDGE_BASE_IMPORT', label: 'Knowledge Base', items: 2, bytes: 3 * 1024 * 1024 },
    { type: 'AGENT_RECORD', label: 'Agents', items: 1, bytes: 1024 },
  ],
};
const item = (id: string, name: string, usedBy: { appId: string; name: string }[]) => ({
  id,
  type: 'KNOWLEDGE_BASE_IMPORT',
  label: 'Knowledge Base',
  fileStore: 'ATELIER',
  name,
  bytes: 1024 * 1024,
  createdAt: '2026-03-01T00:00:00.000Z',
  place: { id: 'kb_1', name: 'Handbook' },
  usedBy,
  abilities: { remove: true },
});
const items = [item('imp_1', 'leave.pdf', [{ appId: 'app_1', name: 'Help' }]), item('imp_2', 'pay.pdf', [])];
const page = (rows: object[]) => ({ data: { items: rows, nextCursor: null, total: rows.length } });

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
});
afterAll(stopBuilderServers);
beforeEach(() => {
  clearCookies();
  notifications.clean();
  server.state.user = ada;
  server.state.replies = { [useCall]: { data: use }, [itemsCall]: page(items) };
});
afterEach(cleanup);

const open = (path: string) => {
  history.replaceState(null, '', path);
  render(<App still />);
};
const queries = (call: string) =>
  server.seen
    .filter(({ method, url }) => `${method} ${url.split('?')[0]}` === call)
    .map(({ url }) => Object.fromEntries(new URL(url, server.origin).searchParams));

describe('the storage screen', () => {
  it('shows what is used of what, and every item', { tags: ['ROUTE-44', 'STORAGE-01'] }, async () => {
    open('/pricing/knowledge-storage');
    await screen.findByRole('heading', { level: 1, name: 'Knowledge Storage' });
    await screen.findByText('3 MB of 4 MB used');
    expect(screen.getByText('Agents', { selector: 'dt' })).toBeTruthy();
    const table = await screen.findByRole('table', { name: 'Storage items' });
    const [, first] = within(table).getAllByRole('row');
    for (const word of ['leave.pdf', 'Handbook', 'Knowledge Base', 'Help', '1 MB'])
      expect(first?.textContent).toContain(word);
    expect(queries(itemsCall)[0]).toMatchObject({ sort: 'size', order: 'desc' });
  });

  it('does not speak of agents while there are none', async () => {
    const [documents] = use.types;
    const none = { type: 'AGENT_RECORD', label: 'Agents', items: 0, bytes: 0 };
    server.state.replies[useCall] = { data: { ...use, types: [documents, none] } };
    open('/pricing/knowledge-storage');
    await screen.findByText('Knowledge Base', { selector: 'dt' });
    expect(await screen.findByLabelText('Type')).toBeTruthy();
    expect(screen.queryByText('Agents', { selector: 'dt' })).toBeNull();
    expect(screen.queryByRole('option', { name: 'Agents' })).toBeNull();
  });

  it('shows files of records as Agents, links to the record, and says that the record stays', {
    tags: ['STORAGE-02'],
  }, async () => {
    const file = { ...item('fil_1', 'invoice.pdf', []), type: 'AGENT_RECORD', label: 'Agents' };
    server.state.replies[itemsCall] = page([{ ...file, place: { id: 'rec_1', name: 'Invoices' } }]);
    open('/pricing/knowledge-storage');
    const table = await screen.findByRole('table', { name: 'Storage items' });
    const [, row] = within(table).getAllByRole('row');
    for (const word of ['invoice.pdf', 'Agents', 'Invoices']) expect(row?.textContent).toContain(word);
    expect(
      within(table)
        .getByRole('link', { name: /invoice\.pdf/ })
        .getAttribute('href'),
    ).toBe('/worker-record?id=rec_1');
    await userEvent.click(await screen.findByLabelText('Select all rows'));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “invoice.pdf”?' });
    expect(dialog.textContent).toContain('Records stay');
    expect(dialog.textContent).not.toContain('No app');
  });

  it('shows files of runs, links to the run, and says that the run stays without them', async () => {
    const file = { ...item('fil_2', 'report.csv', []), type: 'FLOW_FILE', label: 'Runs' };
    server.state.replies[itemsCall] = page([{ ...file, place: { id: 'run_1', name: 'Monthly report' } }]);
    open('/pricing/knowledge-storage');
    const table = await screen.findByRole('table', { name: 'Storage items' });
    const [, row] = within(table).getAllByRole('row');
    for (const word of ['report.csv', 'Runs', 'Monthly report']) expect(row?.textContent).toContain(word);
    const link = within(table).getByRole('link', { name: /report\.csv/ });
    expect(link.getAttribute('href')).toBe('/runs/run_1');
    await userEvent.click(await screen.findByLabelText('Select all rows'));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “report.csv”?' });
    expect(dialog.textContent).toContain('Runs stay without their files');
  });

  it('narrows and sorts the items by the server', async () => {
    open('/pricing/knowledge-storage');
    await screen.findByRole('option', { name: 'Agents' });
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Agents');
    await waitFor(() => expect(queries(itemsCall).at(-1)).toMatchObject({ type: 'AGENT_RECORD' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Name' }));
    await waitFor(() =>
      expect(queries(itemsCall).at(-1)).toMatchObject({ sort: 'name', type: 'AGENT_RECORD' }),
    );
  });

  it('says which app loses what before it deletes, and what could not go', {
    tags: ['STORAGE-03', 'STORAGE-07'],
  }, async () => {
    server.state.replies[removeCall] = {
      data: {
        removed: ['imp_1'],
        failed: [{ id: 'imp_2', code: 'x.y', message: 'This document does not exist.' }],
      },
    };
    open('/pricing/knowledge-storage');
    await userEvent.click(await screen.findByLabelText('Select all rows'));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 items?' });
    expect(dialog.textContent).toContain('Help loses leave.pdf');
    expect(dialog.textContent).toContain('This frees 2 MB.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('1 item deleted.');
    await screen.findByText('1 item could not be deleted: This document does not exist.');
    const sent = server.seen.find(({ method }) => method === 'DELETE');
    expect(JSON.parse(sent?.body ?? '')).toEqual({ ids: ['imp_1', 'imp_2'] });
  });

  it('says what to do while nothing is stored', async () => {
    server.state.replies[itemsCall] = page([]);
    open('/pricing/knowledge-storage');
    await screen.findByText('Nothing is stored yet');
    expect(screen.getByRole('link', { name: 'Add documents' }).getAttribute('href')).toBe(
      '/knowledge-base/data-import',
    );
  });
});
