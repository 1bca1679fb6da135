import { describe, expect, it } from 'vitest';
import { brokenOff, followAnswer } from './follow-answer.ts';
import type { ConversationEvent } from './model/conversation.ts';

const follow = async (...events: [event: string, data: unknown][]) => {
  const seen: ConversationEvent[] = [];
  const started: string[] = [];
  const stream = (async function* () {
    for (const [event, data] of events) yield { event, data };
  })();
  await followAnswer(stream, {
    key: 'a',
    dispatch: (event) => seen.push(event),
    onStart: (id) => started.push(id),
  });
  return { seen, started };
};

const start: [string, unknown] = ['start', { queryId: 'qry_1', conversationId: 'cnv_1' }];

describe('the events of an answer', () => {
  it('become changes of its turn, and name the conversation', { tags: ['CHAT-07', 'CHAT-14'] }, async () => {
    const { seen, started } = await follow(
      start,
      ['token', { text: 'Yes.' }],
      ['citation', { index: 1 }],
      ['done', { status: 'COMPLETED' }],
    );
    expect(started).toEqual(['cnv_1']);
    expect(seen.map((event) => event.type)).toEqual(['started', 'text', 'cited', 'ended']);
    expect(seen.at(-1)).toEqual({ type: 'ended', key: 'a', status: 'COMPLETED' });
  });

  it('end with the sentence of the server when it failed', async () => {
    const { seen } = await follow(start, ['error', { message: 'The model took too long to answer.' }]);
    expect(seen.at(-1)).toMatchObject({ status: 'FAILED', error: 'The model took too long to answer.' });
  });

  it('end as failed when the connection breaks before the end', async () => {
    const { seen } = await follow(start, ['token', { text: 'Half' }]);
    expect(seen.at(-1)).toMatchObject({ status: 'FAILED', error: brokenOff });
  });

  it('may be of a kind that this page does not know', async () => {
    const { seen } = await follow(start, ['weather', {}], ['done', { status: 'COMPLETED' }]);
    expect(seen.map((event) => event.type)).toEqual(['started', 'ended']);
  });
});
