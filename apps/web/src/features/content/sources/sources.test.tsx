import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { baseReply, connectorReplies, pageReply, sourceReply } from '../../../../tests/source-replies.ts';

const listCall = 'GET /api/import/knowledge-base/kb_1/sources';
const seen = { hasSeenKbGuide: true, hasSeenAppGuide: true, hasSeenAgentGuide: true };
const report = pageReply([
  {
    externalId: '1',
    name: 'Leave',
    url: 'https://example.com/leave',
    outcome: 'IMPORTED',
    cause: null,
    knowledgeBaseImportId: 'imp_1',
    at: '2026-03-01T00:00:00.000Z',
  },
  {
    externalId: '2',
    name: 'Private page',
    url: null,
    outcome: 'SKIPPED',
    cause: { code: 'website.robots', message: 'The site asks programs not to read this page.' },
    knowledgeBaseImportId: null,
    at: '2026-03-01T00:00:00.000Z',
  },
]);

const server = withBuilderServer();

beforeEach(() => {
  const { state } = server.current;
  state.user = { ...ada, userWalkthroughTutorials: seen };
  state.replies = {
    'GET /api/import/connectors': { data: { connectors: connectorReplies } },
    'GET /api/content/knowledge-base/kb_1': { data: baseReply },
    'GET /api/content/v2/connections': pageReply([]),
    'GET /api/content/v2/connections-required-configurations': { data: { configurations: [] } },
    [listCall]: pageReply([sourceReply()]),
    'GET /api/import/sources/src_1': { data: sourceReply() },
    'GET /api/import/sources/src_1/items': report,
  };
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const sent = (call: string): unknown[] =>
  server.current.seen
    .filter(({ method, url }) => `${method} ${url.split('?')[0]}` === call)
    .map(({ body }) => (body === '' ? undefined : (JSON.parse(body) as unknown)));
const asked = (pattern: RegExp) => server.current.seen.some(({ url }) => pattern.test(url));
const act = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Articles' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
const openImport = async () => {
  open('/knowledge-base/kb_1/import');
  await heading('Handbook');
  return await screen.findByRole('table', { name: 'Sources' });
};

describe('the sources of a knowledge base', () => {
  it('are listed with status, balance and schedule in the words of a list', {
    tags: ['IMPORT-11', 'KB-15', 'ROUTE-62'],
  }, async () => {
    const table = await openImport();
    for (const text of [
      'Articles',
      'API',
      'Completed',
      '3 records found: 2 completed, 1 skipped',
      'Every day',
    ])
      expect(table.textContent).toContain(text);
    expect(screen.getByRole('link', { name: 'Add a source' }).getAttribute('href')).toContain('base=kb_1');
    await userEvent.type(screen.getByPlaceholderText('Search sources'), 'art');
    await waitFor(() => expect(asked(/sources\?.*search=art/)).toBe(true));
    await userEvent.click(within(table).getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(asked(/sources\?.*sort=name/)).toBe(true));
  });

  it('show item by item what was skipped and why, in the words of a detail', {
    tags: ['IMPORT-05', 'IMPORT-11'],
  }, async () => {
    await openImport();
    await act('Report');
    const panel = await screen.findByRole('dialog', { name: 'Articles' });
    await within(panel).findByText('The site asks programs not to read this page.');
    expect(within(panel).getByText('Success')).toBeDefined();
    await userEvent.selectOptions(
      within(panel).getByRole('combobox', { name: 'What became of it' }),
      'Skipped',
    );
    await waitFor(() => expect(asked(/items\?.*outcome=SKIPPED/)).toBe(true));
  });

  it('are read again on request, and changed', async () => {
    const { replies } = server.current.state;
    replies['POST /api/import/sources/src_1/sync'] = { data: sourceReply() };
    replies['PUT /api/import/sources/src_1'] = { data: sourceReply() };
    await openImport();
    await act('Sync now');
    await waitFor(() => expect(sent('POST /api/import/sources/src_1/sync')).toEqual([{ anew: false }]));
    await act('Edit');
    const dialog = await screen.findByRole('dialog', { name: 'Edit “Articles”' });
    await userEvent.selectOptions(
      await within(dialog).findByRole('combobox', { name: 'Read it again' }),
      'Every few hours',
    );
    await userEvent.clear(within(dialog).getByRole('textbox', { name: 'Hours between' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('Please enter a value greater than 0');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Hours between' }), '3');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent('PUT /api/import/sources/src_1')).toMatchObject([
        { name: 'Articles', schedule: { every: 'HOURS', hours: 3 } },
      ]),
    );
  });

  it('say what their documents are, and keep what was changed until it is saved or given up', {
    tags: ['IMPORT-35', 'IMPORT-36', 'IMPORT-37'],
  }, async () => {
    const { replies } = server.current.state;
    replies['PUT /api/import/sources/src_1'] = { data: sourceReply() };
    replies[listCall] = pageReply([
      sourceReply({ labels: { documentType: 'paper', language: null, categories: [] } }),
    ]);
    await openImport();
    await act('Edit');
    const dialog = await screen.findByRole('dialog', { name: 'Edit “Articles”' });
    const labels = await within(dialog).findByRole('button', { name: /^What the documents are/ });
    expect(labels.textContent).toContain('Paper');
    await userEvent.click(labels);
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Language' }));
    await userEvent.click(await screen.findByRole('option', { name: 'German' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent('PUT /api/import/sources/src_1')).toMatchObject([
        { labels: { documentType: 'paper', language: 'german', categories: [] } },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit “Articles”' })).toBeNull());
  });

  it('are paused and resumed, and say so', async () => {
    const { replies } = server.current.state;
    replies['PUT /api/import/sources/src_1'] = { data: sourceReply() };
    await openImport();
    replies[listCall] = pageReply([sourceReply({ state: 'PAUSED', nextSyncAt: null })]);
    await act('Pause');
    await screen.findByText('Paused. It is not read by itself until you resume or sync it.');
    await act('Resume');
    await waitFor(() =>
      expect(sent('PUT /api/import/sources/src_1')).toEqual([{ state: 'PAUSED' }, { state: 'ACTIVE' }]),
    );
  });

  it('show the report again as long as it says less than the source', async () => {
    const call = 'GET /api/import/sources/src_1/items';
    server.current.state.replies[call] = pageReply([]);
    await openImport();
    await act('Report');
    const panel = await screen.findByRole('dialog', { name: 'Articles' });
    await within(panel).findByText('Nothing to report yet');
    server.current.state.replies[call] = report;
    expect(await within(panel).findByText('Leave', {}, { timeout: 10_000 })).toBeDefined();
  });

  it('are deleted with their documents, unless these are to stay', async () => {
    server.current.state.replies['DELETE /api/import/sources/src_1'] = { data: { removed: 0, kept: 2 } };
    await openImport();
    await act('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Articles”?' });
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Delete its 2 documents too' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(asked(/sources\/src_1\?documents=false/)).toBe(true));
    expect(await screen.findByText('“Articles” was deleted. 2 documents stayed.')).toBeDefined();
  });

  it('offer nothing that the user may not do', async () => {
    server.current.state.replies[listCall] = pageReply([sourceReply({ abilities: {} })]);
    await openImport();
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Articles' }));
    await screen.findByRole('menuitem', { name: 'Report' });
    for (const name of ['Sync now', 'Edit', 'Delete'])
      expect(screen.queryByRole('menuitem', { name })).toBeNull();
  });
});

describe('the websites of a knowledge base', () => {
  it('have a form for the address, at most 50 pages, and a list of their own', {
    tags: ['CONNECTOR-07', 'IMPORT-38', 'KB-16'],
  }, async () => {
    const website = sourceReply({ type: 'WEBSITE', name: 'docs.example.com' });
    server.current.state.replies[listCall] = pageReply([website]);
    server.current.state.replies['POST /api/import/v2/import-init'] = { data: website };
    open('/knowledge-base/kb_1/website');
    await heading('Handbook');
    const table = await screen.findByRole('table', { name: 'Websites' });
    expect(table.textContent).toContain('URL');
    expect(asked(/sources\?.*type=WEBSITE/)).toBe(true);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Address' }), 'docs.example.com');
    const pages = screen.getByRole('textbox', { name: 'Most pages' });
    await userEvent.clear(pages);
    await userEvent.type(pages, '51');
    await userEvent.click(screen.getByRole('button', { name: 'Import the website' }));
    await screen.findByText('“Most pages” must be at most 50.');
    expect(sent('POST /api/import/v2/import-init')).toEqual([]);
    await userEvent.clear(pages);
    await userEvent.type(pages, '50');
    await userEvent.click(screen.getByRole('button', { name: 'Import the website' }));
    await waitFor(() =>
      expect(sent('POST /api/import/v2/import-init')).toMatchObject([
        {
          type: 'WEBSITE',
          name: 'docs.example.com',
          knowledgeBaseId: 'kb_1',
          settings: { address: 'docs.example.com', pages: 50 },
        },
      ]),
    );
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe(''),
    );
    expect(screen.queryByText('Please fill in “Address”.')).toBeNull();
  });
});

describe('the catalogue of connectors', () => {
  const show = async () => {
    open('/knowledge-base/data-import?source=enterprise');
    await heading('Import documents');
  };

  it('shows what can be chosen and what is upcoming, each with its steps, and is searched', {
    tags: ['CONNECTOR-36'],
  }, async () => {
    await show();
    const upcoming = await screen.findByRole('list', { name: 'Upcoming' });
    const entry = within(upcoming).getByText('AWS S3').closest('details');
    expect(entry?.textContent).toContain('Upcoming');
    expect(entry?.textContent).toContain('Open AWS S3.');
    expect(screen.queryByRole('radio', { name: 'AWS S3' })).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: 'Search connectors' }), 'postgres');
    expect(screen.getByRole('radio', { name: 'PostgreSQL' })).toBeDefined();
    expect(screen.queryByText('AWS S3')).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: 'Search connectors' }), ' nowhere');
    expect(await screen.findByText(/^Nothing is called/)).toBeDefined();
  });

  it('has the plugins in a tab of their own; one whose import exists opens it', {
    tags: ['CONNECTOR-04', 'CONNECTOR-35', 'CONNECTOR-36'],
  }, async () => {
    await show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Plugins' }));
    expect(screen.getByText('Microsoft Calendar').closest('details')?.textContent).toContain('Upcoming');
    await userEvent.click(screen.getByRole('radio', { name: 'Rest API Call' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('textbox', { name: 'Address' });
    const help = screen.getByRole('complementary', { name: 'Step by step' });
    expect(help.textContent).toContain('Open API.');
  });

  it('folds the help away above the fields where there is no room beside them', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      media,
      matches: media.includes('max-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    await show();
    await userEvent.click(await screen.findByRole('radio', { name: 'API' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const field = await screen.findByRole('textbox', { name: 'Address' });
    const help = screen.getByText('Step by step').closest('details');
    expect(help?.open).toBe(false);
    expect(help?.textContent).toContain('Open API.');
    expect(help?.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('asks for a connector before it continues', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Please choose a connector');
  });

  it('tries a source before it is saved, and shows what is missing', {
    tags: ['CONNECTOR-02', 'CONNECTOR-06'],
  }, async () => {
    server.current.state.replies['POST /api/import/connectors/test'] = {
      data: { message: 'example.com answers with 2 records.' },
    };
    await show();
    await userEvent.click(await screen.findByRole('radio', { name: 'API' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Test' }));
    await screen.findByText('Please fill in “Address”.');
    await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'https://example.com/items');
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    await screen.findByText('example.com answers with 2 records.');
    expect(sent('POST /api/import/connectors/test')).toMatchObject([
      { type: 'API', settings: { url: 'https://example.com/items' }, connectionId: null },
    ]);
  });

  it('asks a database for its connection, and lets one be made on the spot', async () => {
    const postgres = connectorReplies.find((entry) => entry.type === 'POSTGRESQL');
    server.current.state.replies['GET /api/content/v2/connections-required-configurations'] = {
      data: {
        configurations: [
          {
            service: 'DATABASE',
            kind: 'POSTGRESQL',
            title: 'PostgreSQL',
            icon: 'postgresql',
            description: 'A database.',
            help: [],
            fields: postgres?.connectionFields,
            addressFields: ['host'],
            hasLimits: true,
          },
        ],
      },
    };
    await show();
    await userEvent.click(await screen.findByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.click(await screen.findByRole('button', { name: 'New connection' }));
    const dialog = await screen.findByRole('dialog', { name: 'New PostgreSQL connection' });
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Port/ }).value).toBe('5432');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox', { name: 'Table' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Please choose a connection, or make one')).toBeDefined();
  });
});
