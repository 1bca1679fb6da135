import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { baseReply, importsReply, pageReply } from '../../../../tests/source-replies.ts';

const require = createRequire(import.meta.url);
const noStages = {
  bm25: null,
  vector: null,
  summary: null,
  graph: null,
  fused: null,
  recency: null,
  rerank: null,
};
const timings = { queriesMs: 0, embedMs: 0, outsideMs: 0, searchMs: 12, rerankMs: 3, totalMs: 15 };
const result = {
  chunkId: 'chk_1',
  text: 'Unused leave expires on 31 March.',
  score: 0.8,
  stages: { ...noStages, bm25: 0.4, rerank: 0.8 },
  document: {
    knowledgeBaseImportId: 'imp_1',
    knowledgeBaseId: 'kb_1',
    name: 'handbook.md',
    heading: 'Leave',
  },
  start: 0,
  end: 33,
  positions: [],
  quote: 'Unused leave expires on 31 March.',
};
const found = { results: [result], mode: 'BM25', note: null, queries: [], timings };
const explanation = {
  found: false,
  lostAt: 'CONTEXT',
  reason: 'It stands at place 12, and only the first 8 chunks are taken.',
  steps: [
    { stage: 'IMPORT', outcome: 'PASSED', text: '“a.md” is imported.' },
    { stage: 'CONTEXT', outcome: 'LOST', text: 'It stands at place 12.' },
  ],
  ranks: [{ stage: 'bm25', rank: 12, of: 40, score: 0.21 }],
  fixes: [
    { action: 'RAISE_TOP_K', label: 'Find 12 chunks instead of 8', knowledgeBaseImportId: null, value: 12 },
  ],
  chunk: null,
};
const record = {
  retrievalId: 'rtv_1',
  knowledgeBaseId: 'kb_1',
  knowledgeBaseName: 'Handbook',
  origin: 'TEST',
  appId: null,
  query: 'When does leave expire?',
  settings: { mode: 'AUTO', topK: 8, scoreThreshold: 0 },
  mode: 'BM25',
  note: null,
  results: [
    {
      chunkId: 'chk_1',
      knowledgeBaseImportId: 'imp_1',
      documentName: 'handbook.md',
      heading: 'Leave',
      score: 0.8,
      stages: noStages,
    },
  ],
  timings,
  askedBy: { userId: 'usr_1', name: 'Ada Lovelace' },
  createdAt: '2026-03-01T00:00:00.000Z',
};

const savedQuestion = {
  revision: 1,
  savedQuestionId: 'qst_1',
  knowledgeBaseId: 'kb_1',
  query: 'When does leave expire?',
  expected: [{ knowledgeBaseImportId: 'imp_1', documentName: 'handbook.md', text: result.text }],
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  abilities: { canRemove: true },
};

const server = withBuilderServer();

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/knowledge-base/kb_1': { data: { ...baseReply, abilities: { canUpdate: true } } },
    'POST /api/query-engine/retrieval-test': { data: found },
    'POST /api/query-engine/retrieval-explain': { data: explanation },
    'GET /api/query-engine/saved-questions': pageReply([]),
    'POST /api/query-engine/saved-questions': { data: savedQuestion },
    'GET /api/query-engine/filter-values': {
      data: { documentTypes: [], languages: ['en'], categories: [], metadataKeys: [], sources: ['FILE'] },
    },
    'GET /api/import/knowledge-base/kb_1/imports': importsReply(),
    'GET /api/content/v2/retrieval-history': pageReply([record]),
  };
});

const show = async () => {
  open('/knowledge-base/kb_1/retrieval?q=leave');
  await screen.findByText('1 chunk');
};
const searches = () =>
  server.current.seen
    .filter(({ url }) => url === '/api/query-engine/retrieval-test')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the retrieval section', () => {
  it('shows each chunk with its score per stage, and the time of each part', {
    tags: ['KB-17', 'RETRIEVE-07'],
  }, async () => {
    await show();
    for (const label of ['Words', 'Rerank'])
      expect(screen.getByText(label, { selector: 'dt' })).toBeDefined();
    expect(screen.getByText('12 ms searching')).toBeDefined();
    expect(screen.getByText('3 ms reranking')).toBeDefined();
  });

  it('says at which minute of a recording a chunk begins', async () => {
    const spoken = { ...result, document: { ...result.document, name: 'weekly.mp3', second: 725 } };
    server.current.state.replies['POST /api/query-engine/retrieval-test'] = {
      data: { ...found, results: [spoken] },
    };
    await show();
    expect(screen.getByText('12:05')).toBeDefined();
    expect(screen.queryByText(/Page/)).toBeNull();
  });

  it('says of a chunk that it was edited by hand', async () => {
    server.current.state.replies['POST /api/query-engine/retrieval-test'] = {
      data: { ...found, results: [{ ...result, edited: true }] },
    };
    await show();
    expect(screen.getByText('Edited by hand')).toBeDefined();
  });

  it('offers the retrievers by their names, and says why one is not possible', {
    tags: ['KB-05', 'RETRIEVE-05', 'RETRIEVE-06'],
  }, async () => {
    await show();
    await userEvent.click(screen.getByRole('combobox', { name: 'Retriever' }));
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Automatic',
      'Atelier cosine (needs an embedding model)',
      'Vector-backed (needs an embedding model)',
      'BM25',
      'Hybrid (needs an embedding model)',
      'Multi-query',
      'Multivector',
      'Parent document',
      'Contextual compression',
      'Time-weighted',
    ]);
    await userEvent.click(screen.getByRole('option', { name: 'Parent document' }));
    await waitFor(() => expect(searches().at(-1)).toMatchObject({ mode: 'PARENT_CHILD', topK: 8 }));
  });

  it('explains top K and the score threshold without naming values', {
    tags: ['RETRIEVE-03', 'RETRIEVE-04'],
  }, async () => {
    await show();
    for (const words of [/^Top K: the largest number/, /^Score threshold: how relevant/]) {
      const tip = screen.getByRole('button', { name: words });
      expect(tip.getAttribute('aria-label')).not.toMatch(/\d/);
    }
  });

  it('says why a chunk was not found, and fixes it with one press', async () => {
    await show();
    await press('Not found?');
    await press('Explain');
    await screen.findByText(/Please choose a document, or paste/);
    await userEvent.type(screen.getByRole('textbox', { name: /The chunk that you expected/ }), 'Unused');
    await press('Explain');
    await screen.findByText(explanation.reason);
    expect(screen.getByText('Words: place 12 of 40, score 0.21')).toBeDefined();
    await press('Find 12 chunks instead of 8');
    await waitFor(() => expect(searches().at(-1)).toMatchObject({ topK: 12 }));
  });

  it('turns a document on again, and asks once more', { tags: ['RETRIEVE-07'] }, async () => {
    const enable = {
      action: 'ENABLE_DOCUMENT',
      label: 'Turn “handbook.md” on',
      knowledgeBaseImportId: 'imp_1',
      value: null,
    };
    server.current.state.replies['POST /api/query-engine/retrieval-explain'] = {
      data: { ...explanation, lostAt: 'STATE', fixes: [enable] },
    };
    server.current.state.replies['PUT /api/import/v2/knowledge-base-import/status'] = {
      data: { imports: [] },
    };
    await show();
    await press('Not found?');
    await userEvent.type(screen.getByRole('textbox', { name: /The chunk that you expected/ }), 'Unused');
    await press('Explain');
    const before = searches().length;
    await press(enable.label);
    await waitFor(() => expect(searches().length).toBe(before + 1));
    expect(searches().at(-1)).toEqual(searches()[before - 1]);
  });

  it('puts a test question into the field when it is asked', async () => {
    server.current.state.replies['GET /api/query-engine/saved-questions'] = pageReply([savedQuestion]);
    await show();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' });
    await userEvent.type(field, ' and pay');
    await press('When does leave expire?');
    await waitFor(() => expect(field.value).toBe('When does leave expire?'));
    await waitFor(() => expect(searches().at(-1)).toMatchObject({ query: 'When does leave expire?' }));
  });

  it('filters by conditions, and sends only whole ones', async () => {
    await show();
    await press(/More settings/);
    await press('Add a condition');
    const before = searches().length;
    await userEvent.type(await screen.findByRole('combobox', { name: 'Value' }), 'h');
    await waitFor(() => expect(searches().length).toBeGreaterThan(before));
    expect(searches().at(-1)).toMatchObject({
      filter: [{ field: 'NAME', operator: 'CONTAINS', value: 'h' }],
    });
    expect(searches()[before - 1]).toMatchObject({ filter: [] });
  });

  it('keeps a question with the chunk that it should find', async () => {
    await show();
    await press(/Keep as a test question/);
    await screen.findByText('Kept as a test question');
    const sent = server.current.seen.find(
      ({ method, url }) => method === 'POST' && url === '/api/query-engine/saved-questions',
    );
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
      query: 'leave',
      expected: [{ knowledgeBaseImportId: 'imp_1', text: result.text }],
    });
  });

  it('exports the retrieved documents as a PDF with their titles, ids and words', {
    timeout: 40_000,
    tags: ['RETRIEVE-11'],
  }, async () => {
    for (const style of ['', '-Bold'])
      server.current.answersRaw[`GET /node_modules/dejavu-fonts-ttf/ttf/DejaVuSans${style}.ttf`] = {
        status: 200,
        type: 'font/ttf',
        body: await readFile(require.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${style}.ttf`)),
      };
    const made = vi.spyOn(URL, 'createObjectURL');
    const saved: string[] = [];
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await show();
    await press('Export PDF');
    await waitFor(() => expect(saved).toEqual(['leave.pdf']), { timeout: 20_000 });
    const file = made.mock.calls[0]?.[0];
    if (!(file instanceof Blob)) throw new Error('Nothing was saved.');
    const pdf = await getDocument({ data: new Uint8Array(await file.arrayBuffer()), verbosity: 0 }).promise;
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const lines = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : []));
    expect(lines).toEqual(['handbook.md', 'chk_1', 'Unused leave expires on 31 March.']);
    made.mockRestore();
    save.mockRestore();
  });

  it('says so when the PDF of the retrieved documents cannot be made', {
    timeout: 20_000,
    tags: ['PDF-12'],
  }, async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await show();
    // The fake server has no fonts, so the export fails.
    await press('Export PDF');
    const toast = 'Oops! There was a problem downloading your PDF.';
    expect(await screen.findByText(toast, {}, { timeout: 15_000 })).toBeDefined();
    const failure = 'The font could not be read: 404';
    expect(log).toHaveBeenCalledExactlyOnceWith('The PDF could not be made:', failure);
    log.mockRestore();
  });
});

describe('the history section', () => {
  it('lists what was searched, newest or oldest first', {
    tags: ['HISTORY-01', 'KB-18', 'RETRIEVE-10'],
  }, async () => {
    open('/knowledge-base/kb_1/history');
    await screen.findByRole('heading', { name: record.query });
    expect(screen.getByText('Ada Lovelace')).toBeDefined();
    await userEvent.click(screen.getByRole('combobox', { name: 'Order' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Oldest first' }));
    await waitFor(() =>
      expect(
        server.current.seen.some(({ url }) => url.includes('retrieval-history') && /[?&]sort=1/.test(url)),
      ).toBe(true),
    );
  });
});
