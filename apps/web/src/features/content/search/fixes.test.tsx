import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { baseReply, documentReply, importsReply, pageReply } from '../../../../tests/source-replies.ts';

const timings = { queriesMs: 0, embedMs: 0, outsideMs: 0, searchMs: 1, rerankMs: 0, totalMs: 1 };
const retrieval = {
  ...baseReply.retrieval,
  scoreThreshold: 0.9,
  rerank: { enabled: true, method: 'LEXICAL', candidates: 20, modelId: null },
  filter: [{ field: 'NAME', operator: 'CONTAINS', value: 'x' }],
};
const server = withBuilderServer();

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/knowledge-base/kb_1': {
      data: { ...baseReply, retrieval, abilities: { canUpdate: true } },
    },
    'POST /api/query-engine/retrieval-test': {
      data: { results: [], mode: 'BM25', note: null, queries: [], timings },
    },
    'GET /api/query-engine/saved-questions': pageReply([]),
    'GET /api/query-engine/filter-values': {
      data: { documentTypes: [], languages: [], categories: [], metadataKeys: [], sources: [] },
    },
    'GET /api/import/knowledge-base/kb_1/imports': importsReply(),
    'POST /api/import/v2/import/imp_1/retry': { data: documentReply({ name: 'a.md' }) },
  };
});

const searches = () =>
  server.current.seen
    .filter(({ url }) => url === '/api/query-engine/retrieval-test')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

const show = async () => {
  open('/knowledge-base/kb_1/retrieval?q=leave');
  await screen.findByRole('button', { name: 'Not found?' });
};

/** Opens the explanation that proposes one fix, and clicks it. */
const press = async (fix: { action: string; knowledgeBaseImportId?: string; value?: number | string }) => {
  server.current.state.replies['POST /api/query-engine/retrieval-explain'] = {
    data: {
      found: false,
      lostAt: 'IMPORT',
      reason: 'It is lost.',
      steps: [],
      ranks: [],
      fixes: [{ knowledgeBaseImportId: null, value: null, ...fix, label: 'Mend it' }],
      chunk: null,
    },
  };
  await userEvent.click(await screen.findByRole('button', { name: 'Not found?' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /The chunk that you expected/ }), 'Leave');
  await userEvent.click(screen.getByRole('button', { name: 'Explain' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Mend it' }));
};

it.each([
  [{ action: 'LOWER_THRESHOLD', value: 0.4 }, { scoreThreshold: 0.4 }],
  [{ action: 'CLEAR_FILTER' }, { filter: [] }],
  [{ action: 'CHANGE_RETRIEVER', value: 'CONTEXTUAL_COMPRESSION' }, { mode: 'CONTEXTUAL_COMPRESSION' }],
  [{ action: 'TURN_OFF_RERANK' }, { rerank: { enabled: false, method: 'LEXICAL' } }],
])('asks again with the fix: %j', { tags: ['RETRIEVE-07'] }, async (fix, wanted) => {
  await show();
  await press(fix);
  await waitFor(() => expect(searches().at(-1)).toMatchObject(wanted));
});

it.each([
  ['ADD_DOCUMENT', '/knowledge-base/kb_1/documents'],
  ['RECHUNK', '/knowledge-base/kb_1/settings'],
])('leads to where it is fixed: %s', { tags: ['RETRIEVE-07'] }, async (action, path) => {
  await show();
  await press({ action });
  await waitFor(() => expect(window.location.pathname).toBe(path));
});

it('imports the document again', { tags: ['RETRIEVE-07'] }, async () => {
  await show();
  await press({ action: 'RETRY_IMPORT', knowledgeBaseImportId: 'imp_1' });
  expect(await screen.findByText(/“a.md” is being read again/)).toBeDefined();
});

it('opens the document whose details do not fit', { tags: ['RETRIEVE-07'] }, async () => {
  await show();
  await press({ action: 'ADD_METADATA', knowledgeBaseImportId: 'imp_1' });
  await waitFor(() => expect(window.location.search).toContain('document=imp_1'));
});

it('goes to the question that is to be asked in other words', { tags: ['RETRIEVE-07'] }, async () => {
  await show();
  await press({ action: 'REPHRASE' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Question' })));
});

it('takes a reply that says no success for a refusal, and shows its sentence', {
  tags: ['RETRIEVE-08'],
}, async () => {
  server.current.state.replies['POST /api/query-engine/retrieval-test'] = {
    status: 503,
    code: 'retrieval.index_too_large',
    message: 'Several are waiting. Please try again in a minute.',
  };
  open('/knowledge-base/kb_1/retrieval?q=leave');
  expect(await screen.findByText('Several are waiting. Please try again in a minute.')).toBeDefined();
});
