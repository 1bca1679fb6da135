import { expect, it } from 'vitest';
import { linkCitations, withoutMarkers, withoutOpenMarker } from './cite-links.ts';

const link = (answer: string) => linkCitations(answer, new Set([1, 12]));

it('turns the marks of known citations into links', { tags: ['CHAT-05'] }, () => {
  expect(link('So it is. [1] And so. [12]')).toBe('So it is. [1](#cite-1) And so. [12](#cite-12)');
  expect(link('Both [1][12].')).toBe('Both [1](#cite-1)[12](#cite-12).');
});

it('leaves marks alone that nobody cited', () => {
  expect(link('In [2] and [1234].')).toBe('In [2] and [1234].');
});

it('leaves code and links alone', () => {
  expect(link('`a[1]` and [1](https://example.com)')).toBe('`a[1]` and [1](https://example.com)');
  expect(link('```js\nlist[1]\n```\nas in [1]')).toBe('```js\nlist[1]\n```\nas in [1](#cite-1)');
  expect(link('```js\nlist[1] still being written')).toBe('```js\nlist[1] still being written');
});

it('shows no mark while it is being written, and none before it can be a link', () => {
  expect(withoutOpenMarker('So it is. [1')).toBe('So it is.');
  expect(withoutOpenMarker('So it is. [1] And [')).toBe('So it is. [1] And');
  expect(withoutOpenMarker('So it is. [1]')).toBe('So it is. [1]');
  expect(withoutMarkers('So it is. [1] And so. [12] More [3')).toBe('So it is. And so. More');
});
