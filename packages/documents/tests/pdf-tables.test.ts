import { expect, it } from 'vitest';
import { filingPdf } from './filing-pdf.ts';
import { useReader } from './reader.ts';

const read = useReader();

it('keeps the rows of a table of a PDF apart, each number under the names of its column', async () => {
  const { blocks } = await read('filing.pdf', await filingPdf());
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'table', 'paragraph']);
  const rows = blocks[2]?.text.split('\n').map((row) => row.split(' | '));
  expect(rows?.[0]).toEqual([
    'Net sales by category:',
    'Three Months Ended June 25, 2022',
    'Three Months Ended June 26, 2021',
    'Change',
    'Nine Months Ended June 25, 2022',
    'Nine Months Ended June 26, 2021',
    'Change',
  ]);
  expect(rows?.[1]).toEqual(['iPhone', '$ 40,665', '$ 39,570', '3 %', '$ 162,863', '$ 153,105', '6 %']);
  expect(rows?.[2]).toEqual(['Mac', '7,382', '8,235', '(10)%', '28,669', '26,012', '10 %']);
  expect(rows).toHaveLength(7);
});
