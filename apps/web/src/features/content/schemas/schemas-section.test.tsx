import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { baseReply } from '../../../../tests/source-replies.ts';

const server = withBuilderServer();
const root = '/api/content/v2/information-schema';
const moment = '2026-03-01T00:00:00.000Z';

const base = { ...baseReply, abilities: {} };

const total = { columnId: 'col_1', name: 'Total', type: 'NUMBER', choices: [], instruction: '', revision: 1 };
const schema = (change: object = {}) => ({
  schemaId: 'sch_1',
  knowledgeBaseId: 'kb_1',
  name: 'Invoices',
  columns: [total],
  status: 'PENDING',
  stopped: null,
  isActive: false,
  modelId: null,
  stage: null,
  progress: 0,
  cause: null,
  documents: { total: 1, pending: 1, failed: 0 },
  spentCredits: 0,
  runCredits: 0,
  budgetCredits: null,
  createdAt: moment,
  updatedAt: moment,
  abilities: { canChange: true, canRun: true, canStop: false },
  models: [{ modelId: 'prv_1/m', name: 'm (Own)' }],
  ...change,
});
const row = {
  knowledgeBaseImportId: 'imp_1',
  documentName: 'march.pdf',
  cells: [
    { columnId: 'col_1', value: 1234.5, state: 'UNVERIFIED', reader: 'MODEL', source: null, cause: null },
  ],
};

const put = (name: string, data: unknown) => {
  server.current.state.replies[name] = { data };
};
const page = (items: unknown[]) => ({ items, nextCursor: null, total: items.length });
const sent = (method: string, path: string) =>
  server.current.seen.filter((each) => each.method === method && each.url.split('?')[0] === path);

beforeEach(() => {
  server.current.state.user = ada;
  put('GET /api/content/knowledge-base/kb_1', base);
  put('GET /api/content/v2/information-schemas', page([]));
  put(`GET ${root}/sch_1`, schema());
  put(`GET ${root}/sch_1/rows`, page([row]));
  put(`GET ${root}/sch_1/estimate`, { documents: 1, tokens: 900, credits: 0.5 });
});

describe('the schemas of a knowledge base', () => {
  it('begin with an example and a template', { tags: ['SCHEMA-09'] }, async () => {
    put(`POST ${root}`, schema());
    open('/knowledge-base/kb_1/schemas');
    await screen.findByText(/For invoices, for example/);
    await userEvent.click(screen.getByRole('button', { name: 'New schema' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Name')));
    await userEvent.keyboard('Invoices');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    await expect.poll(() => sent('POST', root)[0]?.body).toContain('"name":"Due date","type":"DATE"');
    const name = await screen.findByRole('heading', { name: 'Invoices' });
    await waitFor(() => expect(document.activeElement).toBe(name));
  });

  it('show RUNNING as In Progress, with what it costs and the way to stop it', {
    tags: ['IMPORT-12'],
  }, async () => {
    const running = schema({
      status: 'RUNNING',
      isActive: true,
      stage: 'Reading document 1 of 1',
      abilities: { canChange: true, canRun: false, canStop: true },
    });
    put(`GET ${root}/sch_1`, running);
    put(`POST ${root}/sch_1/cancel`, running);
    open('/knowledge-base/kb_1/schemas?schema=sch_1');
    await screen.findByText('In Progress');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await expect.poll(() => sent('POST', `${root}/sch_1/cancel`)).toHaveLength(1);
  });

  it('read one column again, from its menu, after saying the price', { tags: ['SCHEMA-07'] }, async () => {
    const due = { ...total, columnId: 'col_2', name: 'Due', type: 'DATE' };
    put(
      `GET ${root}/sch_1`,
      schema({ columns: [total, due], documents: { total: 1, pending: 0, failed: 0 } }),
    );
    put(`POST ${root}/run`, schema());
    open('/knowledge-base/kb_1/schemas?schema=sch_1');
    await userEvent.click(await screen.findByRole('button', { name: /^Columns/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for the column Due' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Read again' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Columns' }).value).toBe('col_2'),
    );
    await expect.poll(() => sent('GET', `${root}/sch_1/estimate`).at(-1)?.url).toContain('columnId=col_2');
    await userEvent.click(screen.getByRole('button', { name: 'Read' }));
    await waitFor(() => expect(sent('POST', `${root}/run`)).toHaveLength(1));
    const order: unknown = JSON.parse(sent('POST', `${root}/run`)[0]?.body ?? '');
    expect(order).toMatchObject({ scope: 'ALL', columnIds: ['col_2'], modelId: 'prv_1/m' });
  });

  it('say the price before they are read, and mark what is not verified', {
    tags: ['SCHEMA-09'],
  }, async () => {
    put(`POST ${root}/run`, schema());
    put(`PUT ${root}/sch_1/cell`, row);
    open('/knowledge-base/kb_1/schemas?schema=sch_1');
    await screen.findByText(/1 document to read, about 900 tokens and 0.5 credits/);
    await userEvent.click(screen.getByRole('button', { name: 'Read' }));
    await expect.poll(() => sent('POST', `${root}/run`)[0]?.body).toContain('"modelId":"prv_1/m"');
    const value = await screen.findByRole('button', { name: 'Total of march.pdf: 1,234.5, Not verified' });
    expect(within(value).getByText('Not verified')).toBeTruthy();
    await userEvent.click(value);
    await screen.findByText(/quoted are not in the document/);
    const field = screen.getByLabelText('Value');
    await userEvent.clear(field);
    await userEvent.type(field, '99');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => sent('PUT', `${root}/sch_1/cell`)[0]?.body).toContain('"value":"99"');
  });
});
