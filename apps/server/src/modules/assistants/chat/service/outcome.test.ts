import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { describe, expect, it } from 'vitest';
import { readQuery } from './basic/tables/ask-tables.ts';
import { nothingWritten, type Place, type ReplyForm, toReplyForm, unread } from './outcome.ts';

const form = (more: Partial<ReplyForm> = {}): ReplyForm =>
  ({
    ...{ answerKind: 'ANSWER', origin: 'WRITTEN', wordings: [], followUps: [], condensed: false },
    ...more,
  }) as ReplyForm;
const citation = (index: number) => ({ index }) as Citation;

describe('what a reader has not read', () => {
  it('comes once: the form, citations, and all the text as one', () => {
    const written = { ...nothingWritten(), form: undefined as ReplyForm | undefined };
    const place: Place = { text: 0, citations: 0 };
    const read = () => [...unread(written, place)].map(({ type }) => type);
    expect(read()).toEqual([]);
    written.answer.add('One ');
    written.answer.add('two.');
    written.citations.push(citation(1), citation(2));
    written.form = form();
    expect([...unread(written, place)]).toEqual([
      { type: 'form', ...form() },
      { type: 'citation', citation: citation(1) },
      { type: 'citation', citation: citation(2) },
      { type: 'token', text: 'One two.' },
    ]);
    expect([read(), place.text, place.citations]).toEqual([[], 8, 2]);
    written.answer.add('!');
    expect([...unread(written, place)]).toEqual([{ type: 'token', text: '!' }]);
    written.form = form({ followUps: ['Why?'] });
    expect([...unread(written, place)]).toEqual([{ type: 'form', ...form({ followUps: ['Why?'] }) }]);
  });

  it('has of a form only what readers are told', () => {
    expect(toReplyForm({ ...form(), more: 1 } as ReplyForm)).toEqual(form());
  });
});

describe('a query that a model wrote', () => {
  const usual = { where: [], select: [], groupBy: [], aggregate: null, orderBy: null, limit: 50 };
  const condition = (more: object) => ({ where: [{ column: 'City', comparison: 'eq', ...more }] });

  it.each<[object, object | undefined]>([
    [{}, usual],
    [condition({ values: ['Rome', 7] }), { ...usual, ...condition({ values: ['Rome', '7'] }) }],
    [condition({}), { ...usual, ...condition({ values: [] }) }],
    [{ aggregate: { kind: 'count' } }, { ...usual, aggregate: { kind: 'count', column: null } }],
    [{ aggregate: { kind: 'sum' } }, undefined],
    [
      { aggregate: { kind: 'sum', column: 'Rate' } },
      { ...usual, aggregate: { kind: 'sum', column: 'Rate' } },
    ],
    [{ orderBy: { column: null } }, { ...usual, orderBy: { column: null, descending: false } }],
    [{ limit: 0 }, usual],
    [{ limit: 1 }, { ...usual, limit: 1 }],
    [{ limit: 'many' }, usual],
    [{ table: 1 }, usual],
    [{ aggregate: { kind: 'average', column: null } }, undefined],
    [
      { orderBy: { column: 'Rate', descending: true } },
      { ...usual, orderBy: { column: 'Rate', descending: true } },
    ],
    [
      condition({ column: 'C'.repeat(120) }),
      { ...usual, ...condition({ column: 'C'.repeat(120), values: [] }) },
    ],
    [condition({ column: 'C'.repeat(121) }), undefined],
    [condition({ column: 'C' }), { ...usual, ...condition({ column: 'C', values: [] }) }],
    [condition({ values: ['v'.repeat(300)] }), { ...usual, ...condition({ values: ['v'.repeat(300)] }) }],
    [condition({ values: ['v'.repeat(301)] }), undefined],
    [condition({ values: Array(50).fill('v') }), { ...usual, ...condition({ values: Array(50).fill('v') }) }],
    [condition({ values: Array(51).fill('v') }), undefined],
    [{ select: Array(50).fill('City') }, { ...usual, select: Array(50).fill('City') }],
    [{ select: Array(51).fill('City') }, undefined],
    [{ groupBy: ['a', 'b', 'c'] }, { ...usual, groupBy: ['a', 'b', 'c'] }],
    [{ table: 0 }, undefined],
    [{ table: 1.5 }, undefined],
    [condition({ comparison: 'like' }), undefined],
    [condition({ column: '' }), undefined],
    [{ groupBy: ['a', 'b', 'c', 'd'] }, undefined],
    [{ where: Array.from({ length: 11 }, () => condition({}).where[0]) }, undefined],
    [
      { where: Array.from({ length: 10 }, () => condition({}).where[0]) },
      { ...usual, where: Array.from({ length: 10 }, () => condition({ values: [] }).where[0]) },
    ],
  ])('%j is read, or is none', (reply, query) => {
    const json = JSON.stringify({ table: 2, ...reply });
    const { table = 2 } = reply as { table?: number };
    for (const text of [`Here it is:\n\`\`\`json\n${json}\n\`\`\``, `${json}.`, json])
      expect(readQuery(text)).toEqual(query && { table, query });
  });

  it('is none where there is no object', () => {
    expect([readQuery(''), readQuery('no'), readQuery('{}'), readQuery('}{')]).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
  });
});
