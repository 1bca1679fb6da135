import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BuilderServer, startBuilderServer, stopBuilderServers } from '../../../tests/builder-server.ts';
import { Feedback } from './feedback.tsx';

let server: BuilderServer;
const path = 'PUT /api/content/like-dislike-query';
beforeEach(async () => {
  onRated.mockClear();
  server = await startBuilderServer();
  server.state.replies = { [path]: { data: { verdict: 'LIKE', reason: null, text: '' } } };
});
afterEach(cleanup);
afterAll(stopBuilderServers);

const onRated = vi.fn<Parameters<typeof Feedback>[0]['onRated']>();
const show = (given: Parameters<typeof Feedback>[0]['given'] = null) =>
  render(
    <Feedback
      link={{ appId: 'app_1', tenantId: undefined }}
      queryId="qry_1"
      given={given}
      onRated={onRated}
    />,
  );
const sent = () =>
  server.seen.filter(({ url }) => url.includes('like-dislike')).map(({ body }) => JSON.parse(body) as object);
const button = (name: string) => screen.getByRole('button', { name });

it('likes an answer, and takes it back', { tags: ['FEEDBACK-07'] }, async () => {
  show();
  await userEvent.click(button('Like this answer'));
  expect(button('Like this answer').getAttribute('aria-pressed')).toBe('true');
  await screen.findByText('Thank you for your feedback.');
  await userEvent.click(button('Like this answer'));
  expect(button('Like this answer').getAttribute('aria-pressed')).toBe('false');
  expect(sent()).toMatchObject([
    { queryId: 'qry_1', appId: 'app_1', verdict: 'LIKE' },
    { queryId: 'qry_1', verdict: 'NONE' },
  ]);
  await waitFor(() =>
    expect(onRated.mock.calls).toEqual([
      ['qry_1', { verdict: 'LIKE', reason: null, text: '' }],
      ['qry_1', null],
    ]),
  );
});

it('asks for the reason of a dislike, which needs a text', {
  tags: ['FEEDBACK-02', 'FEEDBACK-03', 'FEEDBACK-04', 'FEEDBACK-05', 'FEEDBACK-06', 'FEEDBACK-08'],
}, async () => {
  show();
  await userEvent.click(button('Dislike this answer'));
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    "Don't like the style",
    'Not factually correct',
    'Response not updated',
    "Not following company's guidelines",
    'Others',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'Response not updated' }));
  await userEvent.click(button('Send feedback'));
  expect(screen.getByRole('alert').textContent).toBe('Please enter your feedback');
  await userEvent.type(screen.getByRole('textbox', { name: 'Your feedback' }), 'It is 30 days now.');
  await userEvent.click(button('Send feedback'));
  await screen.findByText('Thank you for your feedback.');
  expect(sent()).toMatchObject([
    { verdict: 'DISLIKE' },
    { verdict: 'DISLIKE', reason: 'Response not updated', feedback: 'It is 30 days now.' },
  ]);
  expect(onRated).toHaveBeenLastCalledWith('qry_1', {
    ...{ verdict: 'DISLIKE', reason: 'Response not updated', text: 'It is 30 days now.' },
  });
  expect(screen.queryByRole('radio')).toBeNull();
});

it('shows what was given before, and takes back what the server refuses', async () => {
  server.state.replies = {
    [path]: { status: 404, code: 'chat.conversation_not_found', message: 'Gone.' },
  } as typeof server.state.replies;
  show({ verdict: 'DISLIKE', reason: 'Others', text: 'No.' });
  expect(button('Dislike this answer').getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(button('Like this answer'));
  await screen.findByText('Your feedback could not be saved. Please try again.');
  expect(onRated).not.toHaveBeenCalled();
  expect(button('Dislike this answer').getAttribute('aria-pressed')).toBe('true');
});
