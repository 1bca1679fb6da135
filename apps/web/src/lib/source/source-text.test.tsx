import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ShownSource, SourceText } from './source-text.tsx';

const rowAt = (ordinal: number): string => `City: Town ${ordinal}\nRate: ${ordinal}`;
const sourceOf = (ordinals: readonly number[], further: readonly number[]): ShownSource => {
  const start = (ordinal: number) => ordinal * 1000;
  const spanOf = (ordinal: number) => ({
    start: start(ordinal),
    end: start(ordinal) + rowAt(ordinal).length,
  });
  return {
    form: 'TABLE',
    sections: ordinals.map((ordinal) => ({
      ...{ ordinal, page: null, second: null, start: start(ordinal) },
      text: rowAt(ordinal),
    })),
    citation: {
      ...{ index: 1, chunkId: 'chk_1', knowledgeBaseImportId: 'imp_1', documentName: 'rates.csv' },
      ...{ quote: rowAt(ordinals[0] ?? 0), edited: false, ...spanOf(ordinals[0] ?? 0) },
      further: further.map(spanOf),
    },
  };
};
const marked = (container: HTMLElement) =>
  [...container.querySelectorAll('tr[aria-current]')].map((row) => row.textContent);

it('shows every part that an answer rests on, and where text between them is left out', () => {
  const { container } = render(<SourceText source={sourceOf([1, 2, 40], [40])} />);
  expect(marked(container)).toEqual(['Town 11', 'Town 4040']);
  expect(screen.getAllByText('Text in between is left out.')).toHaveLength(1);
  expect(container.textContent).not.toContain('not shown here');
});

it.each([
  [[1, 2, 70], 'One more row on which the answer rests is not shown here.'],
  [[1, 2, 70, 90], '2 more rows on which the answer rests are not shown here.'],
])('counts the rows that are not shown of %j', (further, sentence) => {
  const { container } = render(<SourceText source={sourceOf([1, 2], further)} />);
  expect(marked(container)).toHaveLength(2);
  expect(screen.getByText(sentence)).toBeTruthy();
});

it('names a page above its first section only', () => {
  const at = (ordinal: number, page: number | null) => ({
    ...{ ordinal, page, second: null, start: ordinal * 10, text: `Text ${ordinal}.` },
  });
  const sections = [at(0, 1), at(1, 1), at(2, 2), at(3, null)];
  render(<SourceText source={{ form: 'TEXT', sections, citation: { start: 0, end: 0 } }} />);
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Page 1',
    'Page 2',
  ]);
});

it('draws the values of a form beside their labels, with the cited one marked', () => {
  const text = 'Customer: Example Ltd\nOrder number:\nPlan: Gold';
  const start = text.indexOf('Plan');
  const sections = [{ ordinal: 0, page: 2, second: null, start: 0, text }];
  const { container } = render(
    <SourceText source={{ form: 'PDF', sections, citation: { start, end: text.length } }} />,
  );
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(terms).toEqual(['Customer', 'Order number', 'Plan']);
  expect(values).toEqual(['Example Ltd', '', 'Gold']);
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Gold']);
});
