import { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, importsReply, pageReply } from '../../../../../tests/source-replies.ts';

const document = KnowledgeImport.parse({
  knowledgeBaseImportId: 'imp_1',
  knowledgeBaseId: 'kb_1',
  name: 'handbook.md',
  type: 'FILE',
  status: 'COMPLETED',
  stage: null,
  progress: 1,
  size: 1200,
  pages: null,
  chunkCount: 2,
  note: null,
  encoding: { name: 'windows-1252', sure: 'guessed' },
  sameAs: null,
  url: 'https://example.com/handbook',
  state: 'ENABLED',
  version: 2,
  documentType: 'paper',
  language: 'english',
  categories: ['technology'],
  metadata: { Owner: 'Ada' },
  summaryState: 'NONE',
  createdAt: '2026-03-01T00:00:00.000Z',
  finishedAt: '2026-03-01T00:00:00.000Z',
  abilities: { canEdit: true, canRemove: true, canRetry: false, canCancel: false },
});

const chunk = (ordinal: number, rest: object = {}) => ({
  chunkId: `chk_${ordinal}`,
  ordinal,
  text: `Text of chunk ${ordinal + 1}`,
  tokens: 5,
  page: null,
  second: null,
  heading: null,
  start: 0,
  end: 10,
  edited: false,
  ...rest,
});

const version = (number: number, rest: object) => ({
  version: number,
  reason: 'IMPORT',
  madeBy: 'Ada Lovelace',
  madeAt: '2026-03-01T00:00:00.000Z',
  size: 1200,
  pages: null,
  characters: 1100,
  metadata: {},
  chunks: [],
  isShown: false,
  isCurrent: false,
  ...rest,
});

const versions = [version(2, { reason: 'EDIT', isShown: true, isCurrent: true }), version(1, {})];
const source = {
  name: 'handbook.md',
  type: 'FILE',
  sectionCount: 1,
  form: 'TEXT',
  sections: [{ ordinal: 0, page: null, second: null, start: 0, text: 'Employees get 25 days.' }],
};
const chunkPath = '/api/import/v2/knowledge-base-import/chunk';

describe('a document beside the list', () => {
  const server = withBuilderServer();

  const openDocument = async (row: KnowledgeImport = document, read: object = source) => {
    server.current.state.user = ada;
    server.current.state.replies = {
      'GET /api/content/knowledge-base/kb_1': { data: baseReply },
      'GET /api/import/knowledge-base/kb_1/imports': importsReply([row], { found: 1, imported: 1 }),
      'GET /api/import/v2/import': { data: { imports: [row] } },
      'GET /api/import/v2/source/imp_1': { data: read },
      'GET /api/import/v2/review-data/imp_1': pageReply([chunk(0), chunk(1, { edited: true })], {
        import: row,
        summary: null,
        versions,
      }),
      'GET /api/import/v2/import/imp_1/versions': { data: { items: versions } },
      'GET /api/content/summarised-import': {
        data: { knowledgeBaseImportId: 'imp_1', summary: null, kind: null, state: 'NONE', error: null },
      },
      'POST /api/content/view-extracted-data': {
        data: { knowledgeBaseImportId: 'imp_1', version: 2, text: '# Leave', metadata: {} },
      },
    };
    open('/knowledge-base/kb_1/documents?document=imp_1');
    return screen.findByRole('dialog', { name: 'handbook.md' });
  };
  const sent = async (method: string, path: string) =>
    waitFor(() => {
      const request = server.current.seen.find((each) => each.method === method && each.url === path);
      if (!request) throw new Error(`No ${method} ${path} yet.`);
      return JSON.parse(request.body === '' ? '{}' : request.body) as unknown;
    });
  const press = (name: string | RegExp, within_ = screen as Pick<typeof screen, 'findByRole'>) =>
    within_.findByRole('button', { name }).then((button) => fireEvent.click(button));
  const choose = async (menu: string, item: string) => {
    fireEvent.click(await screen.findByRole('button', { name: menu }));
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  const turnTo = async (tab: string) => fireEvent.click(await screen.findByRole('tab', { name: tab }));

  const openChunks = async () => {
    await openDocument();
    for (const method of ['POST', 'PATCH'])
      server.current.state.replies[`${method} ${chunkPath}`] = { data: chunk(1, { edited: true }) };
    server.current.state.replies[`DELETE ${chunkPath}`] = { data: { done: true } };
    await turnTo('Chunks');
  };

  it('shows the encoding in which it was read, and reads it again with another one', async () => {
    const panel = await openDocument();
    expect(within(panel).getByText('Encoding: Western (Windows-1252), guessed')).toBeTruthy();
    const path = '/api/import/v2/import/imp_1/encoding';
    const again = { ...document, status: 'IN-QUEUE', encoding: { name: 'x-mac-cyrillic', sure: 'chosen' } };
    server.current.state.replies[`PUT ${path}`] = { data: again };
    await press('Change the encoding');
    const select = await screen.findByRole('combobox', { name: 'Encoding of its characters' });
    expect(select).toHaveProperty('value', 'windows-1252');
    fireEvent.change(select, { target: { value: 'x-mac-cyrillic' } });
    await press('Read again');
    expect(await sent('PUT', path)).toEqual({ encoding: 'x-mac-cyrillic' });
    expect(await screen.findByText('The document is being read again.')).toBeTruthy();
  });

  it('shows no encoding of a file that is no text, and lets readers change none', async () => {
    await openDocument({ ...document, encoding: null });
    expect(screen.queryByText(/^Encoding:/)).toBeNull();
    cleanup();
    await openDocument({ ...document, abilities: { ...document.abilities, canEdit: false } });
    expect(screen.getByText(/^Encoding:/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change the encoding' })).toBeNull();
  });

  it('lets a cell be corrected in the table that was read', async () => {
    const text = 'Room: Aurora\nSeats: 12\n\nRoom: Borealis\nSeats: 40';
    const sections = [{ ordinal: 0, page: null, second: null, start: 0, text }];
    await openDocument(document, { ...source, form: 'TABLE', sections });
    const path = '/api/import/v2/import/imp_1/corrections';
    server.current.state.replies[`POST ${path}`] = { data: { ...document, status: 'IN-QUEUE' } };
    await screen.findByRole('cell', { name: '40' });
    await press('Correct cells');
    await press('Correct “40”');
    const cell = await screen.findByRole('textbox', { name: 'Text' });
    expect(cell).toHaveProperty('value', '40');
    fireEvent.change(cell, { target: { value: '4|0' } });
    expect(screen.getByText('A cell cannot contain a vertical bar.')).toBeTruthy();
    fireEvent.change(cell, { target: { value: '41' } });
    await press('Save correction');
    expect(await sent('POST', path)).toEqual({
      version: 2,
      corrections: [{ line: 'Seats: 40', start: text.indexOf('Seats: 40'), text: 'Seats: 41' }],
    });
    expect(await screen.findByText('Saved. The document is being read again.')).toBeTruthy();
  });

  it('offers no corrections to those who only read', async () => {
    await openDocument({ ...document, abilities: { ...document.abilities, canEdit: false } });
    expect(screen.queryByRole('button', { name: 'Correct cells' })).toBeNull();
  });

  it('shows the new text as soon as the run that reads it has ended', {
    timeout: 20_000,
    tags: ['IMPORT-59'],
  }, async () => {
    const event = `event: import\ndata: ${JSON.stringify(document)}\n\n`;
    server.current.answersRaw['GET /api/import/events'] = {
      status: 200,
      type: 'text/event-stream',
      body: event,
    };
    await openDocument();
    await screen.findByText('Employees get 25 days.');
    const changed = {
      ...source,
      sections: [{ ordinal: 0, page: null, second: null, start: 0, text: 'Now it is 30.' }],
    };
    server.current.state.replies['GET /api/import/v2/source/imp_1'] = { data: changed };
    expect(await screen.findByText('Now it is 30.', undefined, { timeout: 10_000 })).toBeTruthy();
  });

  it('shows tables as tables and forms as forms in the text that was read', async () => {
    const text = 'Rates\n\nCity | Rate\nRome | 95\n\nCustomer: Example Ltd\nPlan: Gold';
    const read = { ...source, sections: [{ ordinal: 0, page: null, second: null, start: 0, text }] };
    const panel = await openDocument();
    server.current.state.replies['GET /api/import/v2/source/imp_1'] = { data: read };
    const table = await within(panel).findByRole('table');
    const cells = (role: string) =>
      within(table)
        .getAllByRole(role)
        .map(({ textContent }) => textContent);
    expect(cells('columnheader')).toEqual(['City', 'Rate']);
    expect(cells('cell')).toEqual(['Rome', '95']);
    expect(
      within(panel)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Customer', 'Plan']);
  });

  it('takes an edited text with the version that was read, and says what is done with it', {
    tags: ['IMPORT-59'],
  }, async () => {
    await openDocument();
    server.current.state.replies['POST /api/import/edit-import-content'] = { data: document };
    await press('Edit text');
    const area = await screen.findByRole('textbox', { name: 'Text' });
    expect(area).toHaveProperty('value', '# Leave');
    fireEvent.change(area, { target: { value: '# Leave of 30 days' } });
    await press('Save text');
    expect(await sent('POST', '/api/import/edit-import-content')).toEqual({
      knowledgeBaseImportId: 'imp_1',
      version: 2,
      text: '# Leave of 30 days',
    });
    expect(await screen.findByText('Saved. The document is being read again.')).toBeDefined();
  });

  it('puts the cursor into the text, and asks before Escape throws away what was edited', async () => {
    await openDocument();
    await press('Edit text');
    const area = await screen.findByRole('textbox', { name: 'Text' });
    await waitFor(() => expect(window.document.activeElement).toBe(area));
    fireEvent.change(area, { target: { value: 'Mine' } });
    fireEvent.keyDown(area, { key: 'Escape' });
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    fireEvent.keyDown(within(question).getByRole('button', { name: 'Stay' }), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    expect(location.search, 'Escape means the question, not the panel below').toContain('document=');
    fireEvent.keyDown(area, { key: 'Escape' });
    const again = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    fireEvent.click(within(again).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(location.search).not.toContain('document='));
  });

  it('keeps what was written when somebody else was faster', async () => {
    await openDocument();
    const message = 'Somebody changed this document meanwhile.';
    server.current.state.replies['POST /api/import/edit-import-content'] = {
      status: 409,
      code: 'documents.changed',
      message,
    };
    await press('Edit text');
    const area = await screen.findByRole('textbox', { name: 'Text' });
    fireEvent.change(area, { target: { value: 'Mine' } });
    await press('Save text');
    expect(await screen.findByText(message)).toBeDefined();
    expect(area).toHaveProperty('value', 'Mine');
  });

  it('marks chunks that were written by hand, and adds one', { tags: ['CHUNK-04'] }, async () => {
    await openChunks();
    expect(await screen.findAllByText('Edited chunk')).toHaveLength(1);
    await choose('Actions for chunk 1', 'Add one after it');
    const added = await screen.findByRole('dialog', { name: 'Add a chunk after chunk 1' });
    fireEvent.change(within(added).getByLabelText('Text'), { target: { value: 'New words' } });
    fireEvent.click(within(added).getByRole('button', { name: 'Add chunk' }));
    expect(await sent('POST', chunkPath)).toMatchObject({
      knowledgeBaseImportId: 'imp_1',
      afterChunkId: 'chk_0',
      text: 'New words',
    });
    expect(await screen.findByText('Chunk added')).toBeDefined();
  });

  it('rewrites a chunk from what was read', { tags: ['CHUNK-05'] }, async () => {
    await openChunks();
    await choose('Actions for chunk 2', 'Edit');
    const edited = await screen.findByRole('dialog', { name: 'Edit chunk 2' });
    fireEvent.change(within(edited).getByLabelText('Text'), { target: { value: 'Other words' } });
    fireEvent.click(within(edited).getByRole('button', { name: 'Save chunk' }));
    expect(await sent('PATCH', chunkPath)).toMatchObject({
      chunkId: 'chk_1',
      text: 'Other words',
      was: 'Text of chunk 2',
    });
    expect(await screen.findByText('Chunk saved')).toBeDefined();
  });

  it('deletes a chunk, after it said what that means', { tags: ['CHUNK-06'] }, async () => {
    await openChunks();
    await choose('Actions for chunk 1', 'Delete');
    const asked = await screen.findByRole('dialog', { name: 'Delete chunk 1?' });
    fireEvent.click(within(asked).getByRole('button', { name: 'Delete' }));
    expect(await sent('DELETE', chunkPath)).toEqual({ chunkId: 'chk_0' });
  });

  it('compares a version with the one in use and reverts to it', { tags: ['IMPORT-45'] }, async () => {
    await openDocument();
    Object.assign(server.current.state.replies, {
      'GET /api/import/v2/import/imp_1/versions-compared': {
        data: {
          from: 1,
          to: 2,
          pieces: [
            { kind: 'same', text: 'Employees get ' },
            { kind: 'removed', text: '25' },
            { kind: 'added', text: '30' },
          ],
        },
      },
      'PUT /api/content/revert-import-version': { data: document },
    });
    await turnTo('Versions');
    await press('Compare version 1 with the one in use');
    expect((await screen.findByText('30')).tagName).toBe('INS');
    expect(screen.getByText('25').tagName).toBe('DEL');
    await press('All versions');
    await choose('Actions for version 1', 'Revert to it');
    const asked = await screen.findByRole('dialog', { name: 'Revert to version 1?' });
    fireEvent.click(within(asked).getByRole('button', { name: 'Revert' }));
    const body = await sent('PUT', '/api/content/revert-import-version');
    expect(body).toEqual({ knowledgeBaseImportId: 'imp_1', version: 1 });
  });

  it('deletes a version and says so', { tags: ['IMPORT-43'] }, async () => {
    await openDocument();
    server.current.state.replies['DELETE /api/import/v2/import/imp_1/versions/1'] = { data: { done: true } };
    await turnTo('Versions');
    await choose('Actions for version 1', 'Delete');
    const sure = await screen.findByRole('dialog', { name: 'Delete version 1?' });
    fireEvent.click(within(sure).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Version deleted successfully')).toBeDefined();
  });

  const openDetails = async () => {
    await openDocument();
    Object.assign(server.current.state.replies, {
      'PATCH /api/import/v2/knowledge-base-import': { data: { imports: [document] } },
      'POST /api/import/summarize-doc-and-save-to-db': {
        data: { knowledgeBaseImportId: 'imp_1', summary: null, kind: null, state: 'NONE', error: null },
      },
    });
    await turnTo('Details');
    return await screen.findByRole('combobox', { name: 'Document type' });
  };

  it('offers the document types', { tags: ['IMPORT-35'] }, async () => {
    fireEvent.click(await openDetails());
    const options = await screen.findAllByRole('option', { hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        'Book',
        'Business document',
        'Paper',
        'Personal document',
        'Social media post',
        'Web page',
      ]),
    );
  });

  it('saves its labels together with a changed detail', { tags: ['IMPORT-36', 'IMPORT-37'] }, async () => {
    await openDetails();
    expect(screen.getByRole('combobox', { name: 'Language' })).toHaveProperty('value', 'English');
    expect(screen.getByRole('link', { name: 'https://example.com/handbook' })).toBeDefined();
    fireEvent.change(screen.getByLabelText('Value of Owner'), { target: { value: 'Grace' } });
    await press('Save details');
    expect(await sent('PATCH', '/api/import/v2/knowledge-base-import')).toMatchObject({
      ids: ['imp_1'],
      documentType: 'paper',
      language: 'english',
      categories: ['technology'],
      metadata: { Owner: 'Grace' },
    });
  });

  it('orders a summary', { tags: ['IMPORT-58'] }, async () => {
    await openDetails();
    await press('Generate');
    const ordered = await sent('POST', '/api/import/summarize-doc-and-save-to-db');
    expect(ordered).toEqual({ knowledgeBaseImportId: 'imp_1' });
  });

  it('is disabled and enabled by a switch, and says how that went', {
    tags: ['IMPORT-40', 'IMPORT-41', 'IMPORT-42'],
  }, async () => {
    await openDocument();
    const path = '/api/import/v2/knowledge-base-import/status';
    server.current.state.replies[`PUT ${path}`] = { data: { imports: [document] } };
    fireEvent.click(await screen.findByRole('switch', { name: /^Enabled/ }));
    expect(await sent('PUT', path)).toEqual({ ids: ['imp_1'], state: 'DISABLED' });
    expect(await screen.findByText('Document status updated successfully')).toBeDefined();
    server.current.state.replies[`PUT ${path}`] = { status: 500, code: 'server.internal', message: 'No.' };
    fireEvent.click(await screen.findByRole('switch', { name: /^Enabled/ }));
    expect(await screen.findByText('Failed to update the document status')).toBeDefined();
  });
});
