import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../../tests/app-reply.ts';
import { ada } from '../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../tests/open-app.tsx';

const server = withBuilderServer();
const rated = {
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
  createdAt: '2026-03-01T00:00:00.000Z',
  answer: 'It is 25 days.',
  verdict: 'DISLIKE',
  reason: 'Not factually correct',
  text: 'It is 28 days since May.',
  feedbackStatus: 'Open',
  givenAt: '2026-03-02T00:00:00.000Z',
  assignee: null,
  newAnswer: null,
  readerEmail: 'vera@example.com',
};
const newAnswer = {
  answer: 'It is 28 days.',
  answerKind: 'ANSWER',
  origin: 'PERSON',
  citations: [],
  madeAt: '2026-03-03T00:00:00.000Z',
  told: null,
};
const listed = () =>
  server.current.seen
    .filter(({ url }) => url.startsWith('/api/content/answer-feedback?'))
    .map(({ url }) => url);
const showList = (items: object[]) => {
  server.current.state.replies['GET /api/content/answer-feedback'] = {
    data: { items, nextCursor: null, total: items.length },
  };
};

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/manage-app/app_1': { data: appReply },
    'GET /api/content/answer-feedback/assignees': { data: { items: [{ userId: 'usr_2', name: 'Olga' }] } },
  };
});

describe('the feedback on an app', () => {
  it('opens with question, answer and text, and gets another status', async () => {
    showList([rated]);
    server.current.state.replies['PUT /api/content/answer-feedback/status'] = {
      data: { ...rated, feedbackStatus: 'Closed' },
    };
    open('/apps/app_1?tab=feedback');
    await userEvent.click(await screen.findByRole('button', { name: /How long is leave/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Feedback' });
    expect(dialog.textContent).toContain('It is 28 days since May.');
    expect(dialog.textContent).toContain('It is 25 days.');
    const status = () => within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Status' });
    await userEvent.selectOptions(status(), 'Closed');
    const put = server.current.seen.find(({ method }) => method === 'PUT');
    expect(JSON.parse(put?.body ?? '')).toEqual({ queryId: 'msg_1', status: 'Closed' });
    await expect.poll(() => status().value).toBe('Closed');
  });

  it('is given to a member', async () => {
    showList([rated]);
    server.current.state.replies['PUT /api/content/answer-feedback/assignee'] = {
      data: { ...rated, assignee: { userId: 'usr_2', name: 'Olga' } },
    };
    open('/apps/app_1?tab=feedback');
    await userEvent.click(await screen.findByRole('button', { name: /How long is leave/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Feedback' });
    const member = () => within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Looked after by' });
    await within(dialog).findByRole('option', { name: 'Olga' });
    await userEvent.selectOptions(member(), 'Olga');
    await expect.poll(() => member().value).toBe('usr_2');
    const put = server.current.seen.find(({ method }) => method === 'PUT');
    expect(JSON.parse(put?.body ?? '')).toEqual({ queryId: 'msg_1', userId: 'usr_2' });
  });

  it('is asked again, and its reader is told only after that', async () => {
    showList([rated]);
    const { replies } = server.current.state;
    server.current.answersRaw['POST /api/content/answer-feedback/ask-again/events'] = {
      status: 200,
      type: 'text/event-stream',
      body: [
        `event: token\ndata: ${JSON.stringify({ text: newAnswer.answer })}\n\n`,
        `event: done\ndata: ${JSON.stringify({ ...rated, newAnswer })}\n\n`,
      ].join(''),
    };
    replies['PUT /api/content/answer-feedback/tell'] = {
      data: {
        ...rated,
        feedbackStatus: 'Closed',
        newAnswer: { ...newAnswer, told: { at: '2026-03-04T00:00:00.000Z', by: 'Ada' } },
      },
    };
    open('/apps/app_1?tab=feedback');
    await userEvent.click(await screen.findByRole('button', { name: /How long is leave/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Feedback' });
    const tell = () => within(dialog).queryByRole('button', { name: 'Tell them the new answer' });
    expect(tell()).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ask again' }));
    await within(dialog).findByText('It is 28 days.');
    expect(dialog.textContent).toContain('a mail to vera@example.com');
    await userEvent.click(tell() ?? dialog);
    await within(dialog).findByText(/^Ada told them on/);
    expect(tell()).toBeNull();
  });

  it('is filtered by its status', async () => {
    showList([rated]);
    open('/apps/app_1?tab=feedback');
    await screen.findByRole('button', { name: /How long is leave/ });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Require Attention');
    await expect.poll(() => listed().at(-1)).toContain('status=Require+Attention');
  });

  it('says where it comes from while there is none', async () => {
    showList([]);
    open('/apps/app_1?tab=feedback');
    expect(await screen.findByText('There is no feedback yet')).toBeTruthy();
  });
});
