import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { expect, it } from 'vitest';
import { findLinkedCitation, linkCitations, withoutMarkers, withoutOpenMarker } from './cite-links.ts';

const cited = (index: number, markAt?: number): Citation => ({
  ...{ index, chunkId: 'chk_1', knowledgeBaseImportId: 'imp_1', documentName: 'Prices.csv', quote: 'q' },
  ...{ start: 0, end: 1, edited: false },
  ...(markAt === undefined ? {} : { markAt }),
});
const link = (answer: string) => linkCitations(answer, [cited(1), cited(12)]);

it('turns the marks of known citations into links', { tags: ['CHAT-05'] }, () => {
  expect(link('So it is. [1] And so. [12]')).toBe('So it is. [1](#cite-0) And so. [12](#cite-1)');
  expect(link('Both [1][12].')).toBe('Both [1](#cite-0)[12](#cite-1).');
});

it('leads each mark of a repeated number to its own citation, also behind code', () => {
  const citations = [cited(1, 4), cited(1, 22), cited(2, 26)];
  const answer = 'Ink [1]. `list[1]` Wax[1].[2] Ink [1].';
  const linked = linkCitations(answer, citations);
  expect(linked).toBe('Ink [1](#cite-0). `list[1]` Wax[1](#cite-1).[2](#cite-2) Ink [1](#cite-0).');
  expect(findLinkedCitation('#cite-1', citations)).toBe(citations[1]);
  expect(findLinkedCitation('https://example.com', citations)).toBeUndefined();
});

it('leaves marks alone that nobody cited', () => {
  expect(link('In [2] and [1234].')).toBe('In [2] and [1234].');
});

it('leaves code and links alone', () => {
  expect(link('`a[1]` and [1](https://example.com)')).toBe('`a[1]` and [1](https://example.com)');
  expect(link('```js\nlist[1]\n```\nas in [1]')).toBe('```js\nlist[1]\n```\nas in [1](#cite-0)');
  expect(link('```js\nlist[1] still being written')).toBe('```js\nlist[1] still being written');
});

it('shows no mark while it is being written, and none before it can be a link', () => {
  expect(withoutOpenMarker('So it is. [1')).toBe('So it is.');
  expect(withoutOpenMarker('So it is. [1] And [')).toBe('So it is. [1] And');
  expect(withoutOpenMarker('So it is. [1]')).toBe('So it is. [1]');
  expect(withoutMarkers('So it is. [1] And so. [12] More [3')).toBe('So it is. And so. More');
});
