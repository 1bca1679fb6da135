import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../../../tests/app-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { noStages } from '../../../../../tests/search-stages.ts';

const server = withBuilderServer();
const slow = { timeout: 20_000 };
const call = 'POST /api/content/try-app';
const trace = {
  modelId: 'atelier/extractive',
  steps: [
    {
      kind: 'SEARCH',
      durationMs: 12,
      query: 'How many days?',
      retriever: 'BM25',
      found: 4,
      passages: [
        {
          index: 1,
          chunkId: 'chk_1',
          text: 'Employees get 25 days.',
          score: 0.9,
          stages: { ...noStages, bm25: 3.5 },
          document: {
            knowledgeBaseImportId: 'imp_1',
            knowledgeBaseId: 'kb_1',
            name: 'handbook.pdf',
            page: 12,
          },
        },
      ],
    },
    {
      kind: 'MODEL',
      durationMs: 1400,
      modelId: 'prv_01m8k7/fake-chat',
      firstTextMs: 20,
      inputTokens: 1100,
      outputTokens: 20,
    },
  ],
  firstTextMs: 40,
  totalMs: 1500,
  usage: { inputTokens: 1100, outputTokens: 20, credits: 0.25 },
};
const streamOf = (...events: [name: string, data: unknown][]): string =>
  events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
const sent = () => {
  const requests = server.current.seen.filter(({ method, url }) => `${method} ${url}` === call);
  return requests.map(
    ({ body }) => JSON.parse(body) as { settings: object; query: string; history: object[] },
  );
};
const ask = async (question: string) => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Question to try' }, slow), question);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
};

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = { 'GET /api/content/manage-app/app_1': { data: appReply } };
  server.current.answersRaw[call] = {
    status: 200,
    type: 'text/event-stream',
    body: streamOf(['token', { text: '25 days [1].' }], ['trace', trace], ['done', { status: 'COMPLETED' }]),
  };
  open('/apps/app_1?tab=settings');
});

describe('the workbench of an app', () => {
  it('answers with a setting that is not saved, and explains the answer', async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Appearance\s*Bot/ }, slow));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Bot name' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Bot name' }), 'Bo');
    await ask('How many days?');
    const log = within(screen.getByRole('log', { name: 'Trial' }));
    expect(await log.findByText('25 days.')).toBeDefined();
    expect(sent()).toMatchObject([{ settings: { botName: 'Bo' }, query: 'How many days?', history: [] }]);
    await userEvent.click(await log.findByRole('button', { name: /^Why this answer/ }));
    const passages = within(log.getByRole('list', { name: 'Chunks that the model read' }));
    expect(passages.getByText(/handbook\.pdf/)).toBeDefined();
    expect(passages.getByText(/^Found because it has words of the question \(BM25 3\.5\)/)).toBeDefined();
    expect(log.getByText('1 read of 4 found')).toBeDefined();
    for (const figure of ['12 ms', 'after 40 ms', 'after 1.5 s', '1,100 in, 20 out', '0.25', 'fake-chat'])
      expect(log.getByText(figure)).toBeDefined();
    expect(screen.getByText('You have unsaved changes.')).toBeDefined();
  });

  it('sends the questions before with the next one, until it starts again', async () => {
    await ask('How many days?');
    await screen.findByText('25 days.', {}, slow);
    await ask('And in May?');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.history).toEqual([{ question: 'How many days?', answer: '25 days [1].' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
    expect(screen.queryByText('25 days.')).toBeNull();
  });

  it('says why nothing was answered', async () => {
    server.current.answersRaw[call] = {
      status: 200,
      type: 'text/event-stream',
      body: streamOf(['error', { message: 'The credits are used up.' }]),
    };
    await ask('How many days?');
    expect(await screen.findByText('The credits are used up.')).toBeDefined();
  });

  it('offers the next questions of the app, and asks them', async () => {
    const form = { answerKind: 'ANSWER', wordings: [], followUps: ['And in May?'] };
    server.current.answersRaw[call] = {
      status: 200,
      type: 'text/event-stream',
      body: streamOf(['token', { text: 'It is 25.' }], ['form', form], ['done', { status: 'COMPLETED' }]),
    };
    await ask('How many days?');
    await userEvent.click(await screen.findByRole('button', { name: 'And in May?' }));
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ query: 'And in May?' }));
  });
});
