import { checkValue } from '@atelier/agents/schema';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../tests/memory-files.ts';
import { callOf, failureOf, runAction } from '../../../tests/run-action.ts';
import type { ModelOrder, PiecePlatform } from '../../platform.ts';

/** A platform whose model gives these answers in turn, and what it was asked. */
const answering = (...answers: string[]) => {
  const orders: ModelOrder[] = [];
  const { platform } = callOf({});
  const given: Pick<PiecePlatform, 'askModel' | 'checkFit'> = {
    checkFit: (wanted, value) => Promise.resolve(checkValue({ schema: wanted, value })),
    askModel: (order) => {
      orders.push(order);
      return Promise.resolve({ text: answers.shift() ?? '', model: 'm' });
    },
  };
  return { orders, platform: Object.assign(Object.create(platform) as PiecePlatform, given) };
};

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, pattern: { type: 'integer' } },
  required: ['name'],
};
const extract = (platform: PiecePlatform, more: Record<string, JsonValue> = {}) =>
  runAction('ai.extract_data', { text: 'I am Ann.', schema, ...more }, { platform });

describe('the AI piece', () => {
  it('extracts values by their names, types and meanings, and leaves empty what the text does not say', async () => {
    const { orders, platform } = answering('{"berths": 2, "arrival": null}');
    const values = [
      { name: 'berths', type: 'NUMBER', description: 'How many berths are wanted' },
      { name: 'arrival', type: 'DATE', description: '' },
      { name: 'guests', type: 'LIST', description: '' },
    ];
    const given = { text: 'Two berths for Ann.', values };
    expect(await runAction('ai.extract_values', given, { platform })).toEqual({
      berths: 2,
      arrival: null,
      guests: null,
    });
    expect(orders[0]?.prompt).toBe('Two berths for Ann.');
    expect(orders[0]?.system).toContain('How many berths are wanted');
    expect(await failureOf(() => runAction('ai.extract_values', { text: 'x', values: [] }))).toContain(
      'Please choose “Values”.',
    );
  });

  it('asks the chosen model with the key of the step', async () => {
    const { orders, platform } = answering('Hello');
    const input = { prompt: 'Hi', modelId: 'mod_1', maxTokens: 50 };
    expect(await runAction('ai.ask_model', input, { platform })).toMatchObject({ text: 'Hello', model: 'm' });
    expect(orders).toMatchObject([{ prompt: 'Hi', modelId: 'mod_1', maxTokens: 50, key: 'key-1' }]);
    expect(await failureOf(() => runAction('ai.ask_model', { prompt: ' ' }))).toContain(
      'Please fill in “Prompt”.',
    );
  });

  it('gives the model the text of files after the prompt', async () => {
    const { orders, platform } = answering('Hello');
    const { platform: store, put } = memoryFiles();
    const files = [await put('a.csv', 'name\nAnn'), await put('b.pdf', '%PDF')];
    const { askModel } = platform;
    await runAction(
      'ai.ask_model',
      { prompt: 'Hi', files },
      { platform: Object.assign(store, { askModel }) },
    );
    expect(orders[0]?.prompt).toBe(
      'Hi\n\n--- File “a.csv” ---\nname\nAnn\n\n--- File “b.pdf” ---\nWords of b.pdf',
    );
    const large = await put('large.txt', 'x'.repeat(500_000));
    expect(
      await failureOf(() => runAction('ai.ask_model', { prompt: 'Hi', files: large }, { platform: store })),
    ).toContain('more than 500,000 characters');
  });

  it('extracts data that fits the schema', async () => {
    const { orders, platform } = answering('```json\n{"name":"Ann","pattern":7}\n```');
    expect(await extract(platform)).toEqual({ name: 'Ann', pattern: 7 });
    expect(orders).toMatchObject([{ prompt: 'I am Ann.', key: 'key-1' }]);
  });

  it('asks once more with another key when the answer does not fit, and then says why', async () => {
    const mended = answering('{"name":5}', '{"name":"Ann"}');
    expect(await extract(mended.platform)).toEqual({ name: 'Ann' });
    expect(mended.orders.map(({ key }) => key)).toEqual(['key-1', 'key-1:2']);
    const hopeless = answering('no idea', 'still no idea', '{"name":"Ann"}');
    expect(await failureOf(() => extract(hopeless.platform))).toContain(
      'does not fit the schema (it is not JSON)',
    );
    expect(hopeless.orders).toHaveLength(2);
  });

  it('checks the patterns of a schema, in time that grows with the text alone', async () => {
    const patterned = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const { platform } = answering(`{"a":"${'a'.repeat(40)}!"}`, '{"a":"aaa"}');
    expect(await extract(platform, { schema: patterned })).toEqual({ a: 'aaa' });
  });

  it('refuses a schema that is none, or of which nobody could tell what fits, before it asks', async () => {
    const { orders, platform } = answering('{}');
    const lost = { type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } };
    expect(await failureOf(() => extract(platform, { schema: lost }))).toContain(
      '“a”: it refers to “#/$defs/Missing”, which the schema does not have.',
    );
    expect(await failureOf(() => extract(platform, { schema: ['a'] }))).toContain('must be a JSON schema');
    expect(orders).toEqual([]);
  });

  it('classifies by the labels, also when the model says more', async () => {
    const of = (answer: string, more = {}) =>
      runAction(
        'ai.classify_text',
        { text: 'Pay', labels: ['Invoice', 'Other'], ...more },
        answering(answer),
      );
    expect(await of('invoice.')).toEqual({ label: 'Invoice', isCertain: true });
    expect(await of('It is an invoice')).toEqual({ label: 'Invoice', isCertain: true });
    expect(await of('Invoice or other')).toEqual({ label: null, isCertain: false });
    expect(await failureOf(() => of('?', { failWhenUncertain: true }))).toContain('chose none of the labels');
    expect(await failureOf(() => of('?', { labels: ['a', 'a'] }))).toContain('at least two labels');
  });
});
