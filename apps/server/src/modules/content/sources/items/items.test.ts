import { expect, it } from 'vitest';
import { skippedRow, toDocumentFacts } from './items.ts';

const origin = { sourceId: 'src_1', syncId: 'run_1', origin: 'SYNC' as const };
const file = { name: 'x.md', bytes: new Uint8Array() };

it.each([
  ['https://example.com/a b', 'https://example.com/a b'],
  ['HTTP://example.com', 'HTTP://example.com'],
  ['javascript:alert(1)', null],
  [' javascript:alert(1)//https://example.com', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['file:///etc/passwd', null],
  [undefined, null],
])('keeps of what a source names as its address what a browser may open: %s', (url, kept) => {
  const named = url === undefined ? {} : { url };
  expect(toDocumentFacts({ externalId: '1', name: 'One', file, ...named }).url).toBe(kept);
  const left = { kind: 'skipped' as const, name: 'One', code: 'x', reason: 'y', ...named };
  expect(skippedRow(origin, left).url).toBe(kept);
});
