import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, documentReply, importsReply, pageReply } from '../../../../../tests/source-replies.ts';

const versions = '/api/content/knowledge-base/kb_1/index-versions';
const model = {
  modelId: 'prv_1/rerank-2',
  label: 'rerank-2',
  provider: 'Ours',
  type: 'RERANK',
  isDefault: true,
  extractive: false,
};
const reranked = {
  ...baseReply,
  retrieval: { ...baseReply.retrieval, rerank: { ...baseReply.retrieval.rerank, enabled: true } },
};

describe('the settings of a knowledge base', () => {
  const server = withBuilderServer();

  beforeEach(() => {
    server.current.state.user = ada;
    server.current.state.replies = {
      'GET /api/content/knowledge-base/kb_1': { data: baseReply },
      [`GET ${versions}`]: { data: { items: [], handwritten: 0 } },
      'GET /api/tenant/models': { data: { models: [] } },
      'GET /api/content/v2/connections': pageReply([]),
      'POST /api/import/v2/chunking-preview': { data: { chunks: [], isWhole: true } },
      'GET /api/import/knowledge-base/kb_1/imports': importsReply([documentReply()], {
        found: 1,
        imported: 1,
      }),
    };
  });

  const show = async () => {
    open('/knowledge-base/kb_1/settings');
    await heading('Handbook');
  };
  const sent = (call: string): unknown[] =>
    server.current.seen
      .filter(({ method, url }) => `${method} ${url}` === call)
      .map(({ body }) => JSON.parse(body) as unknown);

  it('say how documents are cut, and estimate another way by the form of the index', {
    tags: ['CHUNK-01', 'CHUNK-03', 'KB-04'],
  }, async () => {
    const chunking = { ...baseReply.chunking, strategy: 'PAGE', preprocessing: { removeUrls: true } };
    server.current.state.replies['GET /api/content/knowledge-base/kb_1'] = {
      data: { ...baseReply, chunking },
    };
    const estimate = { documents: 2, chunks: 18, tokens: 4000, credits: 0.25, seconds: 20 };
    server.current.state.replies[`POST ${versions}/estimate`] = { data: estimate };
    await show();
    for (const fact of ['At pages', '400 tokens, 60 overlap', 'Take out web addresses'])
      expect(await screen.findByText(fact)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try other settings' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'How is the text cut?' }));
    await userEvent.click(await screen.findByRole('option', { name: 'By rows' }));
    const rows = await screen.findByRole('textbox', { name: 'Rows' });
    await userEvent.clear(rows);
    await userEvent.type(rows, '5');
    await userEvent.click(screen.getByRole('button', { name: /^See how a text is cut/ }));
    await waitFor(() =>
      expect(sent('POST /api/import/v2/chunking-preview').at(-1)).toMatchObject({
        knowledgeBaseImportId: 'imp_1',
        chunking: { strategy: 'ROW', rows: 5 },
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Estimate' }));
    expect(await screen.findByRole('button', { name: 'Start building' })).toBeDefined();
    expect(sent(`POST ${versions}/estimate`)).toMatchObject([{ chunking: { strategy: 'ROW', rows: 5 } }]);
    expect(sent(`POST ${versions}`)).toEqual([]);
  });

  it('offer the rerank models that are set up, and say what to do where there is none', {
    tags: ['KB-05'],
  }, async () => {
    server.current.state.replies['GET /api/content/knowledge-base/kb_1'] = { data: reranked };
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /^More settings/ }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Rerank method' }));
    await userEvent.click(await screen.findByRole('option', { name: "By a provider's rerank model" }));
    expect(await screen.findByText(/No provider offers a rerank model yet/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Add a rerank model under Models' }).getAttribute('href')).toBe(
      '/models',
    );
  });

  it('take a rerank model by its name', { tags: ['KB-05'] }, async () => {
    server.current.state.replies['GET /api/content/knowledge-base/kb_1'] = { data: reranked };
    server.current.state.replies['GET /api/tenant/models'] = { data: { models: [model] } };
    server.current.state.replies['PUT /api/content/knowledge-base/kb_1'] = { data: reranked };
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /^More settings/ }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Rerank method' }));
    await userEvent.click(await screen.findByRole('option', { name: "By a provider's rerank model" }));
    const picker = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Rerank model' });
    await waitFor(() => expect(picker.value).toBe('Your default: rerank-2'));
    await userEvent.click(picker);
    await userEvent.click(await screen.findByRole('option', { name: 'rerank-2 (Ours)' }));
    const form = picker.closest('form');
    if (!form) throw new Error('The picker stands in no form.');
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent('PUT /api/content/knowledge-base/kb_1')).toMatchObject([
        { retrieval: { rerank: { method: 'RERANKER', modelId: 'prv_1/rerank-2' } } },
      ]),
    );
  });
});
