import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import {
  addFile,
  choose,
  fill,
  go,
  goWithWebsite,
  readyToImport,
  seen,
  show,
} from '../../../../../tests/import-wizard.tsx';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, connectionReply, pageReply } from '../../../../../tests/source-replies.ts';

const record = 'PUT /api/tenant/users/usr_1/guided-tour';

const chunk = {
  ordinal: 0,
  tokens: 50,
  page: null,
  second: null,
  heading: null,
  start: 0,
  end: 11,
  repeated: 0,
};
const parent = { first: 0, last: 1, tokens: 90 };
const previewReply = {
  chunks: [
    { ...chunk, text: 'First begin', parent },
    {
      ...chunk,
      ordinal: 1,
      tokens: 40,
      page: 3,
      heading: 'Rules',
      start: 6,
      end: 16,
      repeated: 6,
      text: 'begin next',
      parent,
    },
  ],
  isWhole: true,
};

const server = withBuilderServer();

beforeEach(() => readyToImport(server.current));

const sent = (call: string): unknown[] =>
  server.current.seen
    .filter(({ method, url }) => `${method} ${url}` === call)
    .map(({ body }) => JSON.parse(body) as unknown);

const tourTitles = [
  'Select Knowledge Source',
  'Data Source Configuration',
  'Text Data Refinement',
  'Execute and Finish',
];

describe('the import wizard', () => {
  it('has the four steps of the tour', { tags: ['ROUTE-14'] }, async () => {
    await show();
    const steps = within(screen.getByRole('group', { name: 'Steps' })).getAllByRole('button');
    expect(steps.map((step) => step.textContent?.replace(/^\d/, ''))).toEqual(tourTitles);
  });

  it('offers three kinds of sources', { tags: ['KB-01'] }, async () => {
    await show();
    for (const kind of ['Documents', 'Enterprise data', 'Website'])
      expect(screen.getByRole('radio', { name: kind })).toBeDefined();
  });

  it('takes files into a new knowledge base: estimate first, then the upload, then its documents', {
    tags: ['CONNECTOR-37', 'KB-02', 'KB-06'],
  }, async () => {
    await show();
    await go('Data Source Configuration');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Please choose at least one file, or add a text',
    );
    await addFile(new File(['x'.repeat(2000)], 'large.txt'));
    expect(await screen.findByText(/is too large/)).toBeDefined();
    await addFile(new File(['leave'], 'leave.txt'));
    await screen.findByText(/^1 file,/);
    expect(screen.queryByText('Please choose at least one file, or add a text')).toBeNull();
    await go('Text Data Refinement');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Please enter a name')).toBeDefined();
    await fill('Name', 'Handbook');
    await fill('Description', 'For everybody');
    await go('Execute and Finish');
    const figures = await screen.findByRole('region', { name: 'Estimate' });
    await waitFor(() => expect(figures.textContent).toContain('About 2 minutes'));
    for (const text of ['≈ 12', '≈ 340', '≈ 150,000', '7', 'One page could not be looked at.'])
      expect(figures.textContent).toContain(text);
    expect(sent('POST /api/import/v2/import-estimate')).toEqual([
      { files: [{ name: 'leave.txt', size: 5 }] },
    ]);
    expect(sent('POST /api/content/knowledge-base')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Start import' }));
    const end = await screen.findByRole('button', { name: 'Manage Knowledge Base' });
    expect(sent('POST /api/content/knowledge-base')).toMatchObject([
      { name: 'Handbook', description: 'For everybody' },
    ]);
    await screen.findByRole('group', { name: 'What has become of the files' });
    await userEvent.click(end);
    await waitFor(() => expect(location.pathname).toBe('/knowledge-base/kb_1/documents'));
  });

  it('takes a typed text, named by its title', { tags: ['CONNECTOR-38', 'CONNECTOR-39'] }, async () => {
    await show('/knowledge-base/data-import?base=kb_1');
    await go('Data Source Configuration');
    await userEvent.click(screen.getByRole('button', { name: 'Add text' }));
    await fill('Title', 'House rules');
    await fill('Text', 'No dogs in the kitchen.');
    await go('Text Data Refinement');
    await go('Execute and Finish');
    await userEvent.click(screen.getByRole('button', { name: 'Start import' }));
    await screen.findByRole('button', { name: 'Manage Knowledge Base' });
    expect(sent('POST /api/import/v2/import-init')).toMatchObject([
      {
        type: 'MANUAL',
        name: 'House rules',
        knowledgeBaseId: 'kb_1',
        settings: { title: 'House rules', text: 'No dogs in the kitchen.' },
      },
    ]);
    expect(screen.getByText('It continues by itself: you may leave this page.')).toBeDefined();
    expect(screen.queryByRole('group', { name: 'What has become of the files' })).toBeNull();
    expect(sent('POST /api/content/knowledge-base')).toEqual([]);
  });

  it('keeps what was filled in while steps are left, by its buttons and by those of the browser', async () => {
    await show();
    await choose('Website');
    await go('Data Source Configuration');
    await fill('Address', 'docs.example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByRole('group', { name: 'Select Knowledge Source' });
    await choose('Documents');
    await choose('Website');
    await go('Data Source Configuration');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })).value).toBe(
      'docs.example.com',
    );
    await go('Text Data Refinement');
    await fill('Name', 'Docs');
    history.back();
    await screen.findByRole('group', { name: 'Data Source Configuration' });
    history.forward();
    await screen.findByRole('group', { name: 'Text Data Refinement' });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Docs');
  });

  it('lists the first of many files, and all of them on request, to leave one out', async () => {
    await show();
    await go('Data Source Configuration');
    const many = Array.from({ length: 10 }, (_, at) => new File(['x'], `page-${at}.txt`));
    const input = document.querySelector<HTMLInputElement>('input[type=file]:not([webkitdirectory])');
    if (!input) throw new Error('There is no field for files.');
    await userEvent.upload(input, many);
    await screen.findByText('page-7.txt');
    expect(screen.queryByText('page-9.txt')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all 10 files' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave out page-9.txt' }));
    await screen.findByText(/^9 files/);
    expect(screen.queryByText('page-9.txt')).toBeNull();
  });

  it('asks before it is left with something filled in', async () => {
    await show();
    await choose('Website');
    await go('Data Source Configuration');
    await fill('Address', 'docs.example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(location.pathname).toBe('/knowledge-base'));
  });

  it('says in a tip that names should be unique, and what the server refuses at the name', {
    tags: ['KB-09'],
  }, async () => {
    server.current.state.replies['POST /api/content/knowledge-base'] = {
      status: 409,
      code: 'knowledge.name_taken',
      message: 'A knowledge base with this name already exists. Please choose another name.',
    };
    await show();
    await goWithWebsite();
    await screen.findByRole('button', {
      name: 'Names should be unique, so that everybody can tell the knowledge bases apart.',
    });
    await fill('Name', 'Handbook');
    await go('Execute and Finish');
    await userEvent.click(screen.getByRole('button', { name: 'Start import' }));
    await screen.findByRole('group', { name: 'Text Data Refinement' });
    expect(await screen.findByText(/already exists/)).toBeDefined();
    expect(sent('POST /api/import/v2/import-init')).toEqual([]);
  });

  it.each([
    ['Website', undefined, 'Most pages'],
    ['Enterprise data', 'API', 'Limit'],
  ])(
    'says that the limit of %s must be greater than 0',
    { tags: ['IMPORT-38', 'IMPORT-39'] },
    async (kind, connector, limit) => {
      await show();
      await choose(kind);
      if (connector !== undefined) await choose(connector);
      await go('Data Source Configuration');
      await fill('Address', 'docs.example.com');
      await fill(limit, '0');
      await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
      const field = screen.getByRole('textbox', { name: limit });
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
      expect(await screen.findByText('Please enter a value greater than 0')).toBeDefined();
      await fill(limit, '5');
      await go('Text Data Refinement');
    },
  );

  it('cuts the text automatically or as it is told, and summarises on request', {
    tags: ['CHUNK-01', 'KB-03', 'KB-04'],
  }, async () => {
    await show();
    await goWithWebsite();
    await fill('Name', 'Docs');
    expect(screen.queryByRole('combobox', { name: 'How is the text cut?' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Advanced/ }));
    const cut = screen.getByRole<HTMLInputElement>('combobox', { name: 'How is the text cut?' });
    expect(cut.value).toBe('Automatic');
    expect(screen.queryByRole('textbox', { name: 'Chunk size' })).toBeNull();
    await userEvent.click(cut);
    await userEvent.click(await screen.findByRole('option', { name: 'By sentences' }));
    expect(await screen.findByText(/For dense prose/)).toBeDefined();
    await fill('Sentences', '3');
    await userEvent.click(screen.getByRole('button', { name: /^Size, overlap and cleaning/ }));
    await fill('Chunk size', '200');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Take out mail addresses' }));
    await fill('Chunks (top K)', '5');
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'Summarize each document once it is imported' }),
    );
    server.current.state.replies['PUT /api/content/knowledge-base/kb_1'] = { data: baseReply };
    await go('Execute and Finish');
    await waitFor(() =>
      expect(sent('POST /api/import/v2/import-estimate').at(-1)).toMatchObject({ summarize: true }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Start import' }));
    await screen.findByRole('button', { name: 'Manage Knowledge Base' });
    expect(sent('POST /api/content/knowledge-base')).toMatchObject([
      {
        chunking: {
          strategy: 'SENTENCE',
          sentences: 3,
          maxTokens: 200,
          overlapTokens: 60,
          preprocessing: { removeEmails: true, removeUrls: false },
        },
        retrieval: { topK: 5, mode: 'AUTO' },
      },
    ]);
    expect(sent('PUT /api/content/knowledge-base/kb_1')).toEqual([{ summarize: true }]);
  });

  it('shows how the files would be cut with the choices as they stand, before anything is imported', {
    tags: ['CHUNK-01', 'CHUNK-03', 'TOUR-04'],
  }, async () => {
    server.current.state.replies['POST /api/import/v2/chunking-preview'] = { data: previewReply };
    const previews = () => sent('POST /api/import/v2/chunking-preview');
    await show();
    await go('Data Source Configuration');
    await addFile(new File(['name;mail'], 'people.txt'));
    await addFile(new File(['%PDF'], 'scan.pdf'));
    await screen.findByText(/^2 files,/);
    await go('Text Data Refinement');
    expect(previews()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /^Advanced/ }));
    await userEvent.click(screen.getByRole('button', { name: /^See how a text is cut/ }));
    const chunks = await screen.findByRole('list', { name: 'Chunks of the preview' });
    expect(chunks.textContent).toContain('Chunk 2 · 40 tokens · page 3 · Rules · 6 characters repeated');
    expect(within(chunks).getByText('begin').tagName).toBe('MARK');
    expect(chunks.textContent).toContain('Its parent: chunks 1 to 2, 90 tokens.');
    expect(screen.getByText('2 chunks of 40 to 50 tokens, 45 on average.')).toBeDefined();
    await waitFor(() =>
      expect(previews().at(-1)).toMatchObject({
        name: 'people.txt',
        text: 'name;mail',
        chunking: { strategy: 'AUTOMATIC' },
      }),
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'How is the text cut?' }));
    await userEvent.click(await screen.findByRole('option', { name: 'At separators' }));
    await waitFor(() =>
      expect(previews().at(-1)).toMatchObject({ chunking: { strategy: 'SEPARATOR', separators: ['---'] } }),
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'What is cut' }));
    expect(screen.queryByRole('option', { name: 'scan.pdf' })).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: 'A sample text, or your own' }));
    await waitFor(() => expect(previews().at(-1)).toMatchObject({ name: 'sample.md' }));
    server.current.state.replies['POST /api/import/v2/chunking-preview'] = {
      status: 400,
      code: 'index_versions.not_previewed',
      message: 'It cannot be shown how this text is cut.',
    };
    const text = within(screen.getByRole('group', { name: 'Text Data Refinement' })).getByRole('textbox', {
      name: 'Text',
    });
    await userEvent.clear(text);
    await userEvent.type(text, 'Own words');
    expect((await screen.findByRole('alert')).textContent).toContain('It cannot be shown');
    expect(previews().at(-1)).toMatchObject({ text: 'Own words' });
  });

  it('puts the vectors of a new knowledge base into a store of the company, by models of its choice', {
    tags: ['KB-05', 'MODEL-02'],
  }, async () => {
    const model = { modelId: 'prv_1/any-large', label: 'any-large', provider: 'Ours', type: 'EMBEDDING' };
    Object.assign(server.current.state.replies, {
      'GET /api/tenant/models': { data: { models: [{ ...model, isDefault: false, extractive: false }] } },
      'GET /api/content/v2/connections': pageReply([connectionReply()]),
    });
    await show();
    await goWithWebsite();
    await fill('Name', 'Docs');
    await userEvent.click(screen.getByRole('button', { name: /^Advanced/ }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Embedding model' }));
    await userEvent.click(await screen.findByRole('option', { name: 'any-large' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Language model' }));
    await userEvent.click(await screen.findByRole('option', { name: 'any-large (Ours)' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Vector store' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Our vectors (Qdrant)' }));
    await go('Execute and Finish');
    await userEvent.click(screen.getByRole('button', { name: 'Start import' }));
    await screen.findByRole('button', { name: 'Manage Knowledge Base' });
    expect(sent('POST /api/content/knowledge-base')).toMatchObject([
      {
        embeddingModelId: 'prv_1/any-large',
        languageModelId: 'prv_1/any-large',
        vectorStore: 'QDRANT',
        connectionId: 'con_1',
      },
    ]);
    expect(sent('POST /api/import/v2/import-estimate').at(-1)).toMatchObject({
      languageModelId: 'prv_1/any-large',
    });
  });

  it('finds the knowledge base at the server while its name is typed', async () => {
    await show();
    await goWithWebsite();
    await choose('One that is there');
    await userEvent.type(screen.getByRole('combobox', { name: 'Knowledge base' }), 'hand');
    await waitFor(() =>
      expect(server.current.seen.some(({ url }) => /knowledge-bases\?.*search=hand/.test(url))).toBe(true),
    );
    await userEvent.click(await screen.findByRole('option', { name: 'Handbook' }));
    expect(
      await screen.findByText(/cut automatic \(400 tokens, 60 overlap\), and not summarized/),
    ).toBeDefined();
    await go('Execute and Finish');
    expect(await screen.findByText('Handbook')).toBeDefined();
  });

  it('says what all documents of the import are: type, language and categories', {
    tags: ['IMPORT-35', 'IMPORT-36', 'IMPORT-37'],
  }, async () => {
    await show('/knowledge-base/data-import?base=kb_1');
    await goWithWebsite();
    await userEvent.click(screen.getByRole('button', { name: /^What the documents are/ }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Document type' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Web page' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Language' }));
    await userEvent.click(await screen.findByRole('option', { name: 'German' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Categories' }), 'ferries{Enter}');
    expect(screen.getByText('Web page, German, ferries')).toBeDefined();
    await go('Execute and Finish');
    await userEvent.click(screen.getByRole('button', { name: 'Start import' }));
    await screen.findByRole('button', { name: 'Manage Knowledge Base' });
    expect(sent('POST /api/import/v2/import-init')).toMatchObject([
      { labels: { documentType: 'webPage', language: 'german', categories: ['ferries'] } },
    ]);
  });

  it('is for those who may write', async () => {
    server.current.state.user = { ...ada, permissions: ['knowledge:read'] };
    open('/knowledge-base/data-import');
    expect(await screen.findByText('Only builders import documents')).toBeDefined();
    expect(screen.queryByRole('group', { name: 'Steps' })).toBeNull();
  });
});

describe('the tour of the import', () => {
  const step = (name: string) => screen.findByRole('dialog', { name });

  it('leads through the four steps and is recorded at its end', {
    tags: ['TOUR-02', 'TOUR-03', 'TOUR-04', 'TOUR-05', 'TOUR-06', 'TOUR-15'],
  }, async () => {
    const { state } = server.current;
    state.user = { ...ada, userWalkthroughTutorials: { ...seen, hasSeenKbGuide: false } };
    state.replies[record] = { data: seen };
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Show me around' }));
    for (const title of tourTitles) {
      const dialog = await step(title);
      if (title !== 'Execute and Finish')
        await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    }
    expect(sent(record)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Manage Knowledge Base' }));
    await waitFor(() => expect(sent(record)).toEqual([{ guide: 'KB' }]));
  });

  it('does not begin by itself', { tags: ['TOUR-16'] }, async () => {
    const { state } = server.current;
    state.user = { ...ada, userWalkthroughTutorials: { ...seen, hasSeenKbGuide: false } };
    await show();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show me around' }));
    await step('Select Knowledge Source');
  });
});
