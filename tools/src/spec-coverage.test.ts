import { describe, expect, it } from 'vitest';
import { coverSpec, readClaims, readRequirementIds } from './spec-coverage.ts';

const markdown = [
  '## ROUTE — Routes',
  '',
  '- `ROUTE-01` Route `/` shows the login page (see AUTH-09).',
  '- `ROUTE-02` (OPEN) Unstated: something about `ROUTE-01`.',
  '- `AUTH-01` A person signs in.',
  'appendix: `ROUTE-99`',
].join('\n');

const claimsOf = (source: string) => readClaims('x.test.ts', source).flatMap(({ ids }) => ids);

describe('coverage of the requirements', () => {
  it('takes an id from the start of a list line only', () => {
    expect(readRequirementIds(markdown)).toEqual(['ROUTE-01', 'ROUTE-02', 'AUTH-01']);
  });

  it.each([
    ["it('shows the page (ROUTE-01)', () => {})", ['ROUTE-01']],
    ['test("shows it (ROUTE-01, AUTH-01)", async () => {})', ['ROUTE-01', 'AUTH-01']],
    ['it(\n  `shows it (ROUTE-02)`, () => {})', ['ROUTE-02']],
    ["it.each(rows)('shows %s (ROUTE-02)', () => {})", ['ROUTE-02']],
    ["test.describe('pages (ROUTE-01)', () => {})", ['ROUTE-01']],
    ["it('it\\'s there (ROUTE-01)', () => {})", ['ROUTE-01']],
    ["it('mentions ROUTE-01 in passing', () => {})", []],
    ["it('names (ROUTE-01) too early', () => {})", []],
    ["// it has (ROUTE-01)'", []],
    ["it('keeps bytes (UTF-8)', () => {})", []],
  ])('reads the ids of %s', (source, ids) => {
    expect(claimsOf(source)).toEqual(ids);
  });

  it('counts each id once and lists what is missing', () => {
    const source = "it('a (ROUTE-01)', () => {}); it('b (ROUTE-01)', () => {});";
    expect(coverSpec(readRequirementIds(markdown), readClaims('x.test.ts', source))).toEqual({
      areas: [
        { area: 'ROUTE', total: 2, proven: 1, missing: ['ROUTE-02'] },
        { area: 'AUTH', total: 1, proven: 0, missing: ['AUTH-01'] },
      ],
      unknown: [],
    });
  });

  it('reports a title with an id that does not exist, be it the number or the area', () => {
    const source = "it('a (ROUTE-03)', () => {}); it('b (ROUT-01, AUTH-01)', () => {});";
    const { unknown } = coverSpec(readRequirementIds(markdown), readClaims('x.test.ts', source));
    expect(unknown.map(({ title }) => title)).toEqual(['a (ROUTE-03)', 'b (ROUT-01, AUTH-01)']);
  });
});
