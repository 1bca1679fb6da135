import { describe, expect, it } from 'vitest';
import { callOf, failureOf, runAction } from '../../../tests/run-action.ts';
import type { AppOrder, KnowledgeOrder, PiecePlatform } from '../../platform.ts';

/** A platform that answers, and what it was asked. */
const answering = () => {
  const orders: (KnowledgeOrder | AppOrder)[] = [];
  const { platform } = callOf({});
  const place = {
    index: 1,
    chunkId: 'chk_1',
    knowledgeBaseImportId: 'imp_1',
    start: 0,
    end: 3,
    markAt: null,
    further: [],
    missingFigures: [],
    edited: false,
  };
  const citations = [{ ...place, documentName: 'a', quote: 'yes', page: null, second: null, heading: null }];
  const cited = { answer: 'Yes [1].', isAnswered: true, citations };
  const given: Pick<PiecePlatform, 'askKnowledge' | 'runApp'> = {
    askKnowledge: (order) => {
      orders.push(order);
      return Promise.resolve(cited);
    },
    runApp: (order) => {
      orders.push(order);
      return Promise.resolve({ ...cited, conversationId: 'cnv_1' });
    },
  };
  return { orders, platform: Object.assign(Object.create(platform) as PiecePlatform, given) };
};

describe('the knowledge piece', () => {
  it('asks knowledge bases and apps, and returns the citations', async () => {
    const { orders, platform } = answering();
    const knowledge = { knowledgeBaseIds: ['kb_1'], question: 'Why?' };
    expect(await runAction('knowledge.ask_knowledge', knowledge, { platform })).toMatchObject({
      answer: 'Yes [1].',
      citations: [{ quote: 'yes' }],
    });
    const app = { appId: ' app_1 ', question: 'Why?' };
    expect(await runAction('knowledge.run_app', app, { platform })).toMatchObject({
      conversationId: 'cnv_1',
    });
    expect(orders).toMatchObject([
      { knowledgeBaseIds: ['kb_1'], key: 'key-1' },
      { appId: 'app_1', question: 'Why?' },
    ]);
    expect(orders[1]).not.toHaveProperty('conversationId');
    expect(await failureOf(() => runAction('knowledge.ask_knowledge', { question: 'Why?' }))).toContain(
      'Knowledge bases',
    );
  });
});
