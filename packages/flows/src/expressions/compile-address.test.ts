import { expect, it } from 'vitest';
import { compileDivided } from './compile-value.ts';

const addresses = new Set(['url']);
const scope = new Map<string, unknown>([['trigger', { id: 'a/b', o: { x: 1 }, base: 'https://a.example' }]]);
const input = {
  url: '{{trigger.base}}/{{trigger.id}}?o={{trigger.o}}#{{trigger.none}}',
  text: '/{{trigger.id}}',
  inner: { url: '/{{trigger.id}}' },
};
const computed = {
  url: 'https://a.example/a%2Fb?o=%7B%22x%22%3A1%7D#',
  text: '/a/b',
  inner: { url: '/a/b' },
};

it('encodes the values of an address, and of no other text', () => {
  expect(compileDivided(input, addresses).compute(scope)).toEqual(computed);
});

it('can be computed elsewhere, where each value becomes a text', () => {
  const divided = compileDivided(input, addresses);
  const results = divided.texts.map((text) => compileDivided(text).compute(scope));
  expect(divided.complete(scope, { texts: results })).toEqual(computed);
});

it('refuses addresses that lead above, and those that are too long', () => {
  const compute = (id: string) =>
    compileDivided({ url: 'https://a.example/{{trigger.id}}/x' }, addresses).compute(
      new Map([['trigger', { id }]]),
    );
  expect(() => compute('..')).toThrow('A value in the address must not be “.” or “..”');
  expect(() => compute('x'.repeat(16_001))).toThrow('more than 16,000 characters');
});
