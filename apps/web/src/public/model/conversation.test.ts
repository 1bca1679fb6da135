import type { Citation, Message } from '@atelier/contracts/assistants/chat/chat';
import { describe, expect, it } from 'vitest';
import { type ConversationEvent, isAnswering, reduceConversation, type Turn } from './conversation.ts';

const citation = (index: number): Citation => ({
  index,
  chunkId: `chk_${index}`,
  knowledgeBaseImportId: 'imp_1',
  documentName: 'handbook.md',
  quote: 'q',
  start: 0,
  end: 1,
  edited: false,
});
const message = (rest: Partial<Message> = {}): Message => ({
  queryId: 'qry_1',
  question: 'Why?',
  answer: 'Because.',
  answerKind: 'ANSWER',
  origin: 'MODEL',
  wordings: [],
  followUps: [],
  condensed: false,
  status: 'COMPLETED',
  error: null,
  restFollows: false,
  citations: [citation(1)],
  attempts: [],
  feedback: null,
  newAnswer: null,
  file: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...rest,
});
const after = (...events: ConversationEvent[]): readonly Turn[] =>
  events.reduce<readonly Turn[]>(reduceConversation, []);
const asked: ConversationEvent = {
  type: 'asked',
  key: 'a',
  question: 'Why?',
  file: null,
  replaces: undefined,
};

describe('a conversation', () => {
  it('takes the rest of an answer that had ended for now, and nothing after its end', () => {
    const events: ConversationEvent[] = [
      asked,
      { type: 'started', key: 'a', queryId: 'qry_1', question: 'Why, [email]?' },
      { type: 'text', key: 'a', text: 'It follows.' },
      { type: 'ended', key: 'a', status: 'COMPLETED', restFollows: true },
    ];
    expect(after(...events)).toMatchObject([{ question: 'Why, [email]?', restFollows: true }]);
    expect(isAnswering(after(...events))).toBe(false);
    const rest: ConversationEvent = { type: 'text', key: 'a', text: ' Because.' };
    const end: ConversationEvent = { type: 'ended', key: 'a', status: 'COMPLETED', restFollows: false };
    expect(after(...events, rest, end, rest)).toMatchObject([
      { answer: 'It follows. Because.', restFollows: false },
    ]);
  });

  it('shows the question at once and the answer as it comes, with its citations', {
    tags: ['CHAT-05'],
  }, () => {
    const [turn] = after(
      asked,
      { type: 'started', key: 'a', queryId: 'qry_1' },
      { type: 'text', key: 'a', text: 'Be' },
      { type: 'text', key: 'a', text: 'cause. [1]' },
      { type: 'cited', key: 'a', citation: citation(1) },
      { type: 'ended', key: 'a', status: 'COMPLETED' },
    );
    expect(turn).toMatchObject({
      queryId: 'qry_1',
      question: 'Why?',
      answer: 'Because. [1]',
      status: 'COMPLETED',
    });
    expect(turn?.citations).toEqual([citation(1)]);
  });

  it('is answering until every answer has ended', () => {
    expect(isAnswering(after(asked))).toBe(true);
    expect(isAnswering(after(asked, { type: 'ended', key: 'a', status: 'STOPPED' }))).toBe(false);
  });

  it('keeps what was written when the answer is stopped or fails', () => {
    const failed = after(
      asked,
      { type: 'text', key: 'a', text: 'Half' },
      { type: 'ended', key: 'a', status: 'FAILED', error: 'Try later.' },
    );
    expect(failed[0]).toMatchObject({ answer: 'Half', status: 'FAILED', error: 'Try later.' });
  });

  it('keeps an answer stopped, whatever still arrives of it', () => {
    const stopped: ConversationEvent = { type: 'ended', key: 'a', status: 'STOPPED' };
    const turns = after(asked, { type: 'text', key: 'a', text: 'Half' }, stopped, {
      type: 'text',
      key: 'a',
      text: ' more',
    });
    expect(turns[0]).toMatchObject({ answer: 'Half', status: 'STOPPED' });
  });

  it('replaces the answer that is asked for again', () => {
    const turns = after(
      asked,
      { type: 'ended', key: 'a', status: 'COMPLETED' },
      { type: 'asked', key: 'b', question: 'Why?', file: null, replaces: 'a' },
    );
    expect(turns.map((turn) => turn.key)).toEqual(['b']);
  });

  it('leaves out what followed the question that is edited, and counts the attempts at it', () => {
    const attempt: ConversationEvent = {
      type: 'asked',
      key: 'b',
      question: 'Why not?',
      file: null,
      replaces: 'qry_1',
    };
    const messages = [message(), message({ queryId: 'qry_2' })];
    const [turn, ...others] = after({ type: 'loaded', messages }, attempt, {
      type: 'started',
      key: 'b',
      queryId: 'qry_3',
    });
    expect(turn).toMatchObject({ question: 'Why not?', attempts: ['qry_1', 'qry_3'] });
    expect(others).toEqual([]);
  });

  it('keeps what its reader thinks of an answer, and adds what they are told later', () => {
    const told = {
      ...{ id: 'nan_1', answer: 'Because of May.', origin: 'PERSON' as const, citations: [] },
      toldAt: '2026-05-01T00:00:00.000Z',
    };
    const feedback = { verdict: 'DISLIKE', reason: null, text: '' } as const;
    const before = after(
      { type: 'loaded', messages: [message(), message({ queryId: 'qry_2' })] },
      { type: 'rated', queryId: 'qry_1', feedback },
    );
    expect(before.map((turn) => turn.feedback)).toEqual([feedback, null]);
    const messages = [{ queryId: 'qry_1', newAnswer: told }];
    const turns = reduceConversation(before, { type: 'told', messages });
    expect(turns.map(({ newAnswer }) => newAnswer)).toEqual([told, null]);
    expect(turns[1]).toBe(before[1]);
    expect(reduceConversation(turns, { type: 'told', messages })).toBe(turns);
  });

  it('draws only the changed turn again', () => {
    const two = after(asked, { type: 'asked', key: 'b', question: 'And?', file: null, replaces: undefined });
    const next = reduceConversation(two, { type: 'text', key: 'b', text: 'So' });
    expect(next[0]).toBe(two[0]);
    expect(next[1]).not.toBe(two[1]);
  });

  it('ignores what comes late for a turn that is gone', () => {
    expect(after(asked, { type: 'cleared' }, { type: 'text', key: 'a', text: 'late' })).toEqual([]);
  });

  it('comes back after a reload, an answer that is still being written from its beginning', {
    tags: ['CHAT-12'],
  }, () => {
    const messages = [
      message(),
      message({ queryId: 'qry_2', status: 'STREAMING', answer: 'Half' }),
      message({ queryId: 'qry_3', status: 'FAILED', error: { code: 'x', message: 'No.' } }),
    ];
    const turns = after({ type: 'loaded', messages });
    expect(turns.map(({ key, status, answer, error }) => [key, status, answer, error])).toEqual([
      ['qry_1', 'COMPLETED', 'Because.', undefined],
      ['qry_2', 'STREAMING', '', undefined],
      ['qry_3', 'FAILED', 'Because.', 'No.'],
    ]);
  });
});
