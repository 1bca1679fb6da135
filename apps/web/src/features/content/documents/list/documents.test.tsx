import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import {
  baseReply,
  documentReply,
  importsReply,
  pageReply,
  sourceReply,
} from '../../../../../tests/source-replies.ts';

const listCall = 'GET /api/import/knowledge-base/kb_1/imports';
const stateCall = 'PUT /api/import/v2/knowledge-base-import/status';

const server = withBuilderServer();

beforeEach(() => {
  const { state } = server.current;
  state.user = ada;
  state.replies = {
    'GET /api/content/knowledge-base/kb_1': { data: baseReply },
    'GET /api/import/accepted-files': { data: { endings: ['.pdf'], maxBytes: 1024 } },
  };
});

const documents = (rows: KnowledgeImport[], balance: Parameters<typeof importsReply>[1] = {}) => {
  const { length } = rows;
  server.current.state.replies[listCall] = importsReply(rows, {
    found: length,
    imported: length,
    ...balance,
  });
};
const sent = (call: string): unknown[] =>
  server.current.seen
    .filter(({ method, url }) => `${method} ${url}` === call)
    .map(({ body }) => (body === '' ? undefined : (JSON.parse(body) as unknown)));
const show = async () => {
  open('/knowledge-base/kb_1/documents');
  await heading('Handbook');
  return await screen.findByRole('table', { name: 'Documents' });
};

describe('the documents of a knowledge base', () => {
  it('say when their content was there before', async () => {
    documents([documentReply({ name: 'copy.pdf', sameAs: 'leave.pdf' })]);
    expect(within(await show()).getByText('Same content as “leave.pdf”')).toBeDefined();
  });

  it('say where each came from', { tags: ['KB-14'] }, async () => {
    const names = {
      WEBSITE: 'URL',
      DOCS: 'Google Docs',
      SHEETS: 'Google Sheet',
      CALENDAR: 'Google Calendar',
      SLIDE: 'Google Slide',
      REDSHIFT: 'AWS RedShift',
      TEAMS: 'Microsoft Teams',
      ONEDRIVE: 'One Drive',
      GOOGLEDRIVE: 'Google Drive',
      API: 'API',
      JIRA: 'Jira',
      SERVICENOW: 'ServiceNow',
      POSTGRESQL: 'PostgreSQL',
      SLACK: 'Slack',
      MANUAL: 'Text',
    } as const;
    const types = Object.keys(names) as (keyof typeof names)[];
    const files = { 'talk.mp3': 'AUDIO', 'plan.svg': 'IMAGE', 'film.ogv': 'VIDEO', 'report.pdf': 'DOCUMENT' };
    documents([
      ...types.map((type) =>
        documentReply({ knowledgeBaseImportId: `imp_${type}`, type, name: `Of ${type}` }),
      ),
      ...Object.keys(files).map((name) => documentReply({ knowledgeBaseImportId: `imp_${name}`, name })),
    ]);
    const table = await show();
    for (const [name, kind] of Object.entries(files)) {
      const row = within(table).getByText(name).closest('tr');
      expect(row?.textContent, name).toContain(`${kind}: `);
    }
    for (const type of types) {
      const row = within(table).getByText(`Of ${type}`).closest('tr');
      expect(row?.textContent, type).toContain(`${names[type]}: `);
    }
  });

  it('are narrowed to a document type, a language or a category', {
    tags: ['IMPORT-35', 'IMPORT-36', 'IMPORT-37'],
  }, async () => {
    documents([documentReply()]);
    server.current.state.replies['GET /api/query-engine/filter-values'] = {
      data: {
        documentTypes: ['paper'],
        languages: ['german'],
        categories: ['ferries'],
        metadataKeys: [],
        sources: [],
      },
    };
    await show();
    const field = await screen.findByRole('combobox', { name: 'Label' });
    for (const [choice, part] of [
      ['Paper', 'documentType=paper'],
      ['German', 'language=german'],
      ['ferries', 'category=ferries'],
    ] as const) {
      await userEvent.selectOptions(field, choice);
      await waitFor(() =>
        expect(server.current.seen.some(({ url }) => url.includes('/imports?') && url.includes(part))).toBe(
          true,
        ),
      );
    }
    await userEvent.selectOptions(field, 'All labels');
    await waitFor(() => expect(new URLSearchParams(location.search).get('label') ?? '').toBe(''));
  });

  it('are narrowed to one kind of source, or to one source', async () => {
    documents([documentReply()]);
    server.current.state.replies['GET /api/import/knowledge-base/kb_1/sources'] = pageReply([
      sourceReply({ name: 'Docs' }),
    ]);
    await show();
    const asked = (part: string) =>
      waitFor(() =>
        expect(server.current.seen.some(({ url }) => url.includes(`/imports?`) && url.includes(part))).toBe(
          true,
        ),
      );
    const choose = async (name: string) => {
      await userEvent.click(await screen.findByRole('combobox', { name: 'Source' }));
      await userEvent.click(await screen.findByRole('option', { name }));
    };
    await choose('Uploaded files');
    await asked('type=FILE');
    await choose('Docs');
    await asked('sourceId=src_1');
    expect(location.search).toContain('from=src_1');
  });

  it('are narrowed to a source that is searched for, of however many there are', async () => {
    documents([documentReply()]);
    const sources = 'GET /api/import/knowledge-base/kb_1/sources';
    server.current.state.replies[sources] = pageReply([sourceReply({ name: 'Docs' })]);
    await show();
    const field = await screen.findByRole('combobox', { name: 'Source' });
    server.current.state.replies[sources] = pageReply([sourceReply({ sourceId: 'src_101', name: 'Zebras' })]);
    await userEvent.click(field);
    await userEvent.clear(field);
    await userEvent.type(field, 'Zeb');
    await userEvent.click(await screen.findByRole('option', { name: 'Zebras' }));
    await waitFor(() => expect(location.search).toContain('from=src_101'));
    const searches = server.current.seen.filter(
      ({ url }) => url.includes('/sources?') && url.includes('search=Zeb'),
    );
    expect(searches.length).toBeGreaterThan(0);
  });

  it('say why one waits, and when it is tried again', { tags: ['IMPORT-06'] }, async () => {
    const waiting = {
      code: 'models.upstream_unavailable',
      message: 'The provider does not answer.',
      until: '2026-03-01T12:00:05.000Z',
    };
    documents([documentReply({ status: 'IN-QUEUE', stage: 'Waiting to try again', waiting })]);
    const table = await show();
    expect(within(table).getByText('The provider does not answer.')).toBeDefined();
    expect(within(table).getByText(/^Tries again at \d+:00:05/)).toBeDefined();
  });

  it('say what goes when they are deleted, and that a source brings its own back', {
    tags: ['KB-31'],
  }, async () => {
    documents([
      documentReply(),
      documentReply({ knowledgeBaseImportId: 'imp_2', name: 'Home', type: 'WEBSITE' }),
    ]);
    await show();
    const askAbout = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
      const dialog = await screen.findByRole('dialog', { name: `Delete “${name}”?` });
      const { textContent } = dialog;
      await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return textContent;
    };
    const uploaded = await askAbout('leave.txt');
    expect(uploaded).toContain('The uploaded file and 1 chunk');
    expect(uploaded).not.toContain('source');
    const synced = await askAbout('Home');
    expect(synced).toContain('What was read and 1 chunk');
    expect(synced).toContain('It comes from a source that brings it back when it is read again: disable it');
  });

  it('take more of them wherever they are dropped on the list', async () => {
    documents([documentReply()]);
    const table = await show();
    const file = new File(['Leave is 25 days.'], 'more.pdf');
    const item = { kind: 'file', type: file.type, getAsFile: () => file };
    fireEvent.drop(table, { dataTransfer: { items: [item], types: ['Files'] } });
    await waitFor(() =>
      expect(server.current.seen.some(({ url }) => url === '/api/import/import-file')).toBe(true),
    );
    expect(screen.getByRole('button', { name: 'Choose files' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Choose a folder' })).toBeDefined();
  });

  it('lead to a new app on the knowledge base once all are read', async () => {
    documents([documentReply()]);
    await show();
    const link = screen.getByRole('link', { name: 'Make an app that answers from it' });
    expect(link.getAttribute('href')).toMatch(/^\/apps\?new=1&base=kb_/);
    expect(link.closest('p')?.textContent).toMatch(/^Everything is read\. /);
  });

  it('are not called read while some of them failed', async () => {
    documents([documentReply(), documentReply({ knowledgeBaseImportId: 'imp_2', status: 'ERRORED' })], {
      imported: 1,
      failed: 1,
    });
    await show();
    const link = screen.getByRole('link', { name: 'Make an app that answers from it' });
    expect(link.closest('p')?.textContent).toMatch(/^Not everything is read: 1 completed, 1 failed\. /);
  });

  it('that are refused are named above the list, where the button is', async () => {
    documents([documentReply()]);
    server.current.state.replies['GET /api/import/accepted-files'] = {
      data: { endings: ['.pdf'], maxBytes: 1000 },
    };
    const table = await show();
    await screen.findByText(/^PDF, up to/);
    const file = new File(['x'], 'photo.heic');
    const item = { kind: 'file', type: file.type, getAsFile: () => file };
    fireEvent.drop(table, { dataTransfer: { items: [item], types: ['Files'] } });
    const refusal = await screen.findByText('is not one of the accepted types', { exact: false });
    expect(refusal.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('are counted as documents, wherever they came from', async () => {
    documents([
      documentReply({ type: 'WEBSITE' }),
      documentReply({ knowledgeBaseImportId: 'imp_2', name: 'terms.pdf' }),
    ]);
    await show();
    const counted = screen.getByRole('group', { name: 'What has become of the documents' });
    expect(counted.textContent).toContain('2 documents found');
  });

  it('are disabled and enabled, also many at once, and the success is said', {
    tags: ['IMPORT-40', 'IMPORT-42'],
  }, async () => {
    const rows = [
      documentReply(),
      documentReply({ knowledgeBaseImportId: 'imp_2', name: 'pay.txt', state: 'DISABLED' }),
    ];
    documents(rows);
    server.current.state.replies[stateCall] = { data: { imports: rows } };
    const table = await show();
    expect(within(table).getByText('Disabled')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Actions for pay.txt' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Enable' }));
    await screen.findByText('Document status updated successfully');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
    await waitFor(() =>
      expect(sent(stateCall)).toEqual([
        { ids: ['imp_2'], state: 'ENABLED' },
        { ids: ['imp_1', 'imp_2'], state: 'DISABLED' },
      ]),
    );
  });

  it('say when their status could not be changed', { tags: ['IMPORT-41'] }, async () => {
    documents([documentReply()]);
    server.current.state.replies[stateCall] = { status: 500, code: 'server.internal', message: 'No.' };
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Actions for leave.txt' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Disable' }));
    expect(await screen.findByText('Failed to update the document status')).toBeDefined();
  });

  it('are tried again only where that can help; another file takes the place of one that cannot be read', {
    tags: ['IMPORT-06'],
  }, async () => {
    const failed = (code: string, needsAnotherFile: boolean) => ({
      status: 'ERRORED' as const,
      error: { code, message: `Because of ${code}.`, needsAnotherFile },
      abilities: { canRetry: true, canRemove: true },
    });
    const rows = [
      documentReply({ ...failed('documents.empty', true), documentType: 'paper' }),
      documentReply({
        ...failed('documents.deadline', false),
        knowledgeBaseImportId: 'imp_2',
        name: 'slow.pdf',
      }),
    ];
    documents(rows);
    const { replies } = server.current.state;
    replies['POST /api/import/import-file'] = {
      data: { imports: [documentReply({ knowledgeBaseImportId: 'imp_3', status: 'IN-QUEUE' })] },
    };
    replies['DELETE /api/content/knowledge-base-import'] = { data: { removed: 1 } };
    await show();
    expect(screen.getByRole('button', { name: 'Retry slow.pdf' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Retry leave.txt' })).toBeNull();
    const button = screen.getByRole('button', { name: 'Replace file leave.txt' });
    const input = button.parentElement?.querySelector('input[type="file"]');
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file.');
    await userEvent.upload(input, new File(['Leave is 25 days.'], 'leave-2.pdf'));
    await screen.findByText('“leave-2.pdf” takes the place of “leave.txt” and is being read.');
    expect(sent('DELETE /api/content/knowledge-base-import')).toEqual([{ ids: ['imp_1'] }]);
    const form = server.current.seen.find(({ url }) => url === '/api/import/import-file')?.body;
    expect(form).toContain('name="documentType"');
    await userEvent.click(screen.getByRole('button', { name: 'Actions for leave.txt' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(screen.queryByRole('menuitem', { name: 'Retry' })).toBeNull();
  });

  it('on their way are cancelled together; the others stay', {
    tags: ['IMPORT-07', 'IMPORT-08'],
  }, async () => {
    documents([
      documentReply({
        status: 'IN-PROGRESS',
        stage: 'Reading',
        progress: 0.4,
        abilities: { canCancel: true },
      }),
      documentReply({ knowledgeBaseImportId: 'imp_2', name: 'pay.txt' }),
    ]);
    server.current.state.replies['POST /api/import/v2/import/imp_1/cancel'] = { data: documentReply() };
    const table = await show();
    expect(within(table).getByText('Processing')).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('1 document cancelled.')).toBeDefined();
    expect(sent('POST /api/import/v2/import/imp_2/cancel')).toEqual([]);
  });
});
