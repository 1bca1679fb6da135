import type { Message } from '@atelier/contracts/assistants/chat/chat';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useReducer } from 'react';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BuilderServer, startBuilderServer, stopBuilderServers } from '../../../tests/builder-server.ts';
import { type ConversationEvent, reduceConversation, type Turn } from '../model/conversation.ts';
import { useTold } from './use-told.ts';

const path = '/api/content/chat/sessions/cnv_1';
const told = {
  ...{ id: 'nan_1', answer: 'It is 45 euros.', origin: 'PERSON' as const, citations: [] },
  toldAt: '2026-05-01T00:00:00.000Z',
};
const message: Message = {
  ...{ queryId: 'qry_1', question: 'What is the fare?', answer: 'It is 42 euros.', answerKind: 'ANSWER' },
  ...{
    origin: 'QUOTED',
    wordings: [],
    followUps: [],
    condensed: false,
    status: 'COMPLETED',
    error: null,
    restFollows: false,
  },
  ...{ citations: [], attempts: [], newAnswer: told, file: null, createdAt: '2026-05-01T00:00:00.000Z' },
  feedback: { verdict: 'DISLIKE', reason: null, text: '' },
};
const [turn] = reduceConversation([], { type: 'loaded', messages: [{ ...message, newAnswer: null }] });
if (!turn) throw new Error('A message becomes a turn.');

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
  const data = { conversationId: 'cnv_1', title: 'Fares', messages: [message] };
  server.state.replies = { [`GET ${path}`]: { data } };
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
afterAll(stopBuilderServers);

const follow = (turns: readonly Turn[]) => {
  const dispatch = vi.fn<(event: ConversationEvent) => void>();
  const link = { appId: 'app_1', tenantId: undefined };
  const { result } = renderHook(() => {
    const [shown, change] = useReducer(reduceConversation, turns);
    dispatch.mockImplementation(change);
    return { change, ...useTold({ link, conversationId: 'cnv_1', turns: shown, dispatch }) };
  });
  return { dispatch, result };
};
const comeBack = () =>
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const looked = () => server.seen.filter(({ url }) => url.startsWith(path));

it('brings what a visitor is told after a dislike, as soon as they look at the page again', async () => {
  const { dispatch, result } = follow([turn]);
  expect(looked()).toEqual([]);
  comeBack();
  await vi.waitFor(() => expect(result.current.toldId).toBe('nan_1'));
  expect(dispatch).toHaveBeenCalledWith({ type: 'told', messages: [message] });
  expect(looked()[0]?.url).toContain('through=qry_1');
  act(() => result.current.onSeen());
  expect(result.current.toldId).toBeUndefined();
});

it('does not lead to an answer of a conversation that is no longer open', async () => {
  const { result } = follow([turn]);
  comeBack();
  await vi.waitFor(() => expect(result.current.toldId).toBe('nan_1'));
  act(() => result.current.change({ type: 'cleared' }));
  expect(result.current.toldId).toBeUndefined();
});

it('looks every twenty seconds while the page is in sight', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { dispatch } = follow([turn]);
    wait(60_000);
    expect(looked()).toEqual([]);
    hidden.mockReturnValue(false);
    wait(20_000);
    await vi.waitFor(() => expect(dispatch).toHaveBeenCalledTimes(1));
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ['nothing was disliked', { ...turn, feedback: null }],
  ['it was liked', { ...turn, feedback: { verdict: 'LIKE' as const, reason: null, text: '' } }],
  ['the new answer is there', { ...turn, newAnswer: told }],
])('asks the server for nothing when %s', (_when, other) => {
  follow([other]);
  comeBack();
  expect(looked()).toEqual([]);
});
