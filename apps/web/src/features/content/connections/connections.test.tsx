import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { connectionReply, pageReply } from '../../../../tests/source-replies.ts';

const listCall = 'GET /api/content/v2/connections';
const kindsCall = 'GET /api/content/v2/connections-required-configurations';
const createCall = 'POST /api/content/v2/connection';
const testCall = 'POST /api/content/v2/connection/test';

const qdrant = {
  service: 'VECTOR_STORE',
  kind: 'QDRANT',
  title: 'Qdrant',
  icon: 'qdrant',
  description: 'Vectors in a Qdrant server.',
  help: ['Open **API keys** in the console.'],
  fields: [
    { name: 'url', label: 'Address', type: 'SHORT_TEXT', required: true },
    { name: 'apiKey', label: 'API key', type: 'SECRET_TEXT', required: true },
  ],
  addressFields: ['url'],
  hasLimits: false,
};
const mysql = {
  ...qdrant,
  hasLimits: true,
  service: 'DATABASE',
  kind: 'MYSQL',
  title: 'MySQL',
  icon: 'mysql',
};

const connection = connectionReply({
  lastTest: {
    ok: false,
    message: 'The key was refused.',
    code: 'x.y',
    durationMs: 12,
    testedAt: '2026-03-01T00:00:00.000Z',
  },
});
const works = { ok: true, message: 'Qdrant 1.15.', code: null, durationMs: 8 };

const server = withBuilderServer();
beforeEach(() => {
  const { state } = server.current;
  state.user = ada;
  state.replies = {
    [listCall]: pageReply([connection]),
    [kindsCall]: { data: { configurations: [qdrant, mysql] } },
    [createCall]: { data: connection },
    [testCall]: { data: works },
    'PUT /api/content/v2/connection/con_1': { data: connection },
    'DELETE /api/content/v2/connection/con_1': { data: { done: true } },
    'POST /api/content/v2/connection/con_1/test': {
      data: { ...connection, lastTest: { ...works, testedAt: '2026-03-02T00:00:00.000Z' } },
    },
  };
});

const bodies = (call: string): unknown[] =>
  server.current.seen
    .filter(({ method, url }) => `${method} ${url.split('?')[0]}` === call)
    .map(({ body }) => JSON.parse(body) as unknown);
const lastQuery = () => {
  const seen = server.current.seen.filter(({ url }) => url.startsWith('/api/content/v2/connections?'));
  return Object.fromEntries(new URL(seen.at(-1)?.url ?? '/', server.current.origin).searchParams);
};
const openMenu = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Our vectors' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the list of connections', () => {
  it('shows name, kind and the last test of each', { tags: ['ROUTE-33', 'CONN-01'] }, async () => {
    open('/connections');
    await heading('Connections');
    const table = await screen.findByRole('table', { name: 'Connections' });
    const [, row] = within(table).getAllByRole('row');
    for (const word of ['Our vectors', 'Qdrant', 'Does not work', 'The key was refused.', 'Nothing yet'])
      expect(row?.textContent).toContain(word);
  });

  it('is searched, sorted and filtered by service at the server', { tags: ['CONN-01'] }, async () => {
    open('/connections');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Service' }), 'Vector stores');
    await waitFor(() => expect(lastQuery()).toMatchObject({ service: 'VECTOR_STORE', sort: 'name' }));
    await userEvent.type(screen.getByRole('searchbox'), 'our');
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'our', service: 'VECTOR_STORE' }));
    await userEvent.click(screen.getByRole('button', { name: 'Updated' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'updatedAt' }));
  });

  it('says what a connection is while there is none', async () => {
    server.current.state.replies[listCall] = pageReply([]);
    open('/connections');
    await screen.findByText('No connections yet');
    await userEvent.click(screen.getByRole('button', { name: 'New connection' }));
    expect(await screen.findByRole('dialog', { name: 'New connection' })).toBeTruthy();
  });

  it('tests a saved connection and says what came of it', async () => {
    open('/connections');
    await openMenu('Test');
    expect(await screen.findByText('“Our vectors” works. Qdrant 1.15.')).toBeTruthy();
  });
});

describe('making a connection', () => {
  const choose = async (kind: string) => {
    open('/connections?new=1');
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${kind}`) }));
    return screen.findByRole('dialog', { name: `New ${kind} connection` });
  };

  it('asks for the kind, then for exactly the fields of its required configuration, tests and saves', {
    tags: ['CONN-04', 'CONN-05', 'CONN-10'],
  }, async () => {
    const dialog = await choose('Qdrant');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Address/ }), 'https://q.example.com');
    await userEvent.type(within(dialog).getByLabelText(/^API key/), 'k1');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Test' }));
    await within(dialog).findByText('It works: answered in 8 ms. Qdrant 1.15.');
    const values = { url: 'https://q.example.com', apiKey: 'k1' };
    expect(bodies(testCall)).toEqual([{ service: 'VECTOR_STORE', kind: 'QDRANT', values }]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Connection saved.');
    expect(bodies(createCall)).toEqual([{ name: 'Qdrant', service: 'VECTOR_STORE', kind: 'QDRANT', values }]);
  });

  it('limits how often it is used, where steps can use it', async () => {
    open('/connections?new');
    await heading('Connections');
    await userEvent.click(
      (await screen.findAllByRole('button', { name: 'New connection' }))[0] as HTMLElement,
    );
    await userEvent.click(await screen.findByRole('button', { name: /^MySQL/ }));
    await userEvent.click(await screen.findByText('Limits of use'));
    await userEvent.click(screen.getByRole('switch', { name: /^Limit how many uses begin within a time/ }));
    const dialog = screen.getByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText(/^Address/), 'db.example.com');
    await userEvent.type(within(dialog).getByLabelText(/^API key/), 'k');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies(createCall)).toHaveLength(1));
    expect(bodies(createCall)[0]).toMatchObject({
      kind: 'MYSQL',
      limits: { concurrency: null, throttle: { limit: 10, seconds: 60, key: '' } },
    });
  });

  it('leads to the first empty field when it is tested too early', { tags: ['CONN-05'] }, async () => {
    const dialog = await choose('Qdrant');
    const test = within(dialog).getByRole('button', { name: 'Test' });
    const address = within(dialog).getByRole('textbox', { name: /^Address/ });
    await userEvent.click(test);
    await waitFor(() => expect(document.activeElement).toBe(address));
    await userEvent.click(test);
    await waitFor(() => expect(document.activeElement).toBe(address));
    await within(dialog).findByText('Please fill in “API key”.');
    expect(bodies(testCall)).toEqual([]);
  });

  it('sends nothing while a required field is empty, and shows a refusal beside its field', {
    tags: ['CONN-10'],
  }, async () => {
    const dialog = await choose('MySQL');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('Please fill in “Address”.');
    await within(dialog).findByText('Please fill in “API key”.');
    expect(bodies(createCall)).toEqual([]);
    const issues = [{ path: 'values.url', message: 'This address cannot be used.' }];
    server.current.state.replies[createCall] = {
      status: 400,
      code: 'connections.values_invalid',
      message: 'No.',
      details: { issues },
    };
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Address/ }), 'https://q');
    await userEvent.type(within(dialog).getByLabelText(/^API key/), 'k1');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('This address cannot be used.');
  });
});

describe('changing a connection', () => {
  const edit = async () => {
    open('/connections');
    await openMenu('Edit');
    // The dialog with the form replaces the one that waits for the kinds.
    await screen.findByRole('button', { name: 'Save' });
    return screen.getByRole('dialog', { name: 'Edit Our vectors' });
  };

  it('leaves a stored secret as it is unless another one is typed', async () => {
    const dialog = await edit();
    const key = within(dialog).getByLabelText<HTMLInputElement>(/^API key/);
    expect([key.value, key.placeholder]).toEqual(['', 'Saved. Leave empty to keep it.']);
    const name = within(dialog).getByRole('textbox', { name: /^Name/ });
    await userEvent.clear(name);
    await userEvent.type(name, 'Vectors');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Connection saved.');
    expect(bodies('PUT /api/content/v2/connection/con_1')).toEqual([
      { name: 'Vectors', revision: 1, values: { url: 'https://qdrant.example.com', apiKey: '' } },
    ]);
  });

  it('asks for the secret again as soon as the address is another one', async () => {
    const dialog = await edit();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Address/ }), '/moved');
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^API key/).placeholder).toBe('');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('Please fill in “API key”.');
    expect(bodies('PUT /api/content/v2/connection/con_1')).toEqual([]);
  });
});

describe('deleting a connection', () => {
  it('says what is erased, and deletes', async () => {
    open('/connections');
    await openMenu('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Our vectors”?' });
    expect(dialog.textContent).toContain('Nothing uses it.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Connection deleted.');
  });

  it('names what has to be switched first', async () => {
    const uses = [{ kind: 'KNOWLEDGE_BASE', id: 'kb_1', name: 'Handbook', blocks: true }];
    server.current.state.replies[listCall] = pageReply([{ ...connection, uses }]);
    open('/connections');
    await openMenu('Delete');
    const dialog = await screen.findByRole('dialog', { name: '“Our vectors” is in use' });
    expect(within(dialog).getByRole('link', { name: 'Handbook' }).getAttribute('href')).toBe(
      '/knowledge-base/kb_1/settings',
    );
    expect(dialog.textContent).toContain('Handbook (knowledge base)');
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
