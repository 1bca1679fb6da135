import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../../tests/app-reply.ts';
import { ada } from '../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../tests/open-app.tsx';

const server = withBuilderServer();
const moment = '2026-03-01T00:00:00.000Z';

const asked = {
  queryId: 'msg_1',
  appId: 'app_1',
  appName: 'Help desk',
  question: 'How long is leave?',
  status: 'COMPLETED',
  answerKind: 'ANSWER',
  askedBy: null,
  visitor: null,
  citations: 1,
  credits: 0.25,
  createdAt: moment,
};
const details = {
  ...asked,
  conversationId: 'cnv_1',
  answer: 'It is 25 days.',
  error: null,
  modelId: 'prv_1/m',
  runId: null,
  inputTokens: 900,
  outputTokens: 40,
  retrieval: { query: 'How long is leave?', mode: 'BM25' },
  found: [{ chunkId: 'chk_1', score: 0.875, used: true }],
  sources: [
    {
      index: 1,
      chunkId: 'chk_1',
      knowledgeBaseImportId: 'imp_1',
      documentName: 'leave.md',
      quote: '25 days of leave',
      start: 0,
      end: 16,
      score: 0.875,
    },
  ],
  steps: [
    {
      kind: 'STEP',
      title: 'Guardrail',
      durationMs: 4,
      status: 'SUCCEEDED',
      detail: 'Nothing was held back.',
    },
    {
      kind: 'SEARCH',
      durationMs: 40,
      query: 'How long is leave?',
      retriever: 'BM25',
      found: 3,
      passages: [],
    },
    {
      ...{ kind: 'MODEL', durationMs: 1400, modelId: 'gpt-4o-mini', firstTextMs: 200 },
      ...{ inputTokens: 900, outputTokens: 40, credits: 1.5 },
    },
  ],
  finishedAt: moment,
  milliseconds: 1500,
};

const listed = () =>
  server.current.seen.filter(({ url }) => url.startsWith('/api/content/query-history')).map(({ url }) => url);

const pageOf = (items: object[], isCutOff = false) => ({
  data: { items, nextCursor: null, total: items.length, isCutOff },
});

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/manage-app/app_1': { data: appReply },
    'GET /api/content/query-history': pageOf([asked]),
    'GET /api/content/v2/query-details/msg_1': { data: details },
  };
});

describe('the questions of an app', () => {
  it('are listed newest first, and turned round by their time', {
    tags: ['HISTORY-01', 'HISTORY-06'],
  }, async () => {
    open('/apps/app_1?tab=questions');
    await screen.findByText('A visitor');
    expect(listed()[0]).toContain('sort=-1');
    await userEvent.click(screen.getByRole('button', { name: /^Asked(?! by)/ }));
    await expect.poll(() => listed().at(-1)).toContain('sort=1');
  });

  it('show what answered them, with sources and scores', { tags: ['HISTORY-04'] }, async () => {
    open('/apps/app_1?tab=questions');
    await userEvent.click(await screen.findByRole('button', { name: 'How long is leave?' }));
    await screen.findByText('It is 25 days.');
    expect(screen.getByText('leave.md')).toBeTruthy();
    expect(screen.getByText('score 0.875')).toBeTruthy();
    expect(screen.getByText('900 tokens read, 40 tokens written')).toBeTruthy();
    expect(screen.getByText('1.5 s')).toBeTruthy();
  });

  it('count as unanswered without an answer, and are asked of the server so', async () => {
    const closest = { ...asked, queryId: 'msg_2', question: 'Who?', answerKind: 'CLOSEST_CHUNKS' };
    const none = { ...asked, queryId: 'msg_3', question: 'Where?', answerKind: 'NONE' };
    server.current.state.replies['GET /api/content/query-history'] = pageOf([asked, closest, none]);
    open('/apps/app_1?tab=questions');
    const badges = async (question: string) =>
      (await screen.findByRole('row', { name: new RegExp(question) })).textContent;
    expect(await badges('How long')).toContain('Answered');
    expect(await badges('Who')).toContain('Closest chunks');
    expect(await badges('Where')).toContain('Unanswered');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Unanswered');
    await expect.poll(() => listed().at(-1)).toContain('answered=false');
  });

  it('say when a search has not read all of them', async () => {
    open('/apps/app_1?tab=questions&search=leave');
    await screen.findByText('A visitor');
    expect(screen.queryByText(/^Only the newest/)).toBeNull();
    server.current.state.replies['GET /api/content/query-history'] = pageOf([asked], true);
    await userEvent.type(screen.getByPlaceholderText('Search questions and answers'), 's');
    await screen.findByText(/^Only the newest 10,000 questions were searched\./);
  });

  it('tell how an answer came about: guardrail, search, model and cost', async () => {
    open('/apps/app_1?tab=questions');
    await userEvent.click(await screen.findByRole('button', { name: asked.question }));
    const trace = within(await screen.findByRole('region', { name: 'How it was answered' }));
    expect(trace.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Guardrail4 msNothing was held back.',
      'Search40 ms“How long is leave?”, 3 chunks found, BM25',
      'Model1.4 sgpt-4o-mini: 900 tokens read, 40 tokens written, first text after 200 ms1.5 credits',
    ]);
    expect(trace.getByText(/^Cost: .* credits?$/)).toBeTruthy();
  });
});
