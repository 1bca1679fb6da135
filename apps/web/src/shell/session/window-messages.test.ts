import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWindowMessages } from './window-messages.ts';

const origin = 'https://flows.example.com';
const replies = vi.fn<(message: unknown, options: unknown) => void>();
let stop: () => void = () => undefined;

beforeEach(() => {
  replies.mockClear();
  localStorage.setItem('user', JSON.stringify({ userId: 'auth_1', email: 'ada@example.com' }));
});
afterEach(() => stop());

const receive = (from: string, data: unknown) =>
  dispatchEvent(
    Object.assign(new MessageEvent('message', { data, origin: from }), { source: { postMessage: replies } }),
  );

it('answers a request of the orchestrator with the stored user data', { tags: ['SESSION-26'] }, () => {
  stop = answerWindowMessages(origin);
  receive(origin, { type: 'REQUEST_USER' });
  const user = { userId: 'auth_1', email: 'ada@example.com' };
  expect(replies.mock.calls).toEqual([[{ type: 'USER', user }, { targetOrigin: origin }]]);
});

it('says that nobody is signed in', () => {
  localStorage.clear();
  stop = answerWindowMessages(origin);
  receive(origin, { type: 'REQUEST_USER' });
  expect(replies.mock.calls[0]?.[0]).toEqual({ type: 'USER', user: null });
});

it.each([
  ['another origin', 'https://flows.example.com.evil.example', { type: 'REQUEST_USER' }],
  ['another scheme', 'http://flows.example.com', { type: 'REQUEST_USER' }],
  ['something that is no request', origin, { type: 'USER' }],
  ['a plain text', origin, 'REQUEST_USER'],
])('stays silent to %s', (_name, from, data) => {
  stop = answerWindowMessages(origin);
  receive(from, data);
  expect(replies).not.toHaveBeenCalled();
});

it('answers nobody where no orchestrator is configured', () => {
  stop = answerWindowMessages(undefined);
  receive(origin, { type: 'REQUEST_USER' });
  expect(replies).not.toHaveBeenCalled();
});
