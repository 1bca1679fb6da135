import { describe, expect, it } from 'vitest';
import { readClaims } from './read-claims.ts';
import { coverSpec, readRequirementIds } from './spec-coverage.ts';

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
    ["it('shows the page', { tags: ['ROUTE-01'] }, () => {})", ['ROUTE-01']],
    ["it('shows it', { timeout: 5, tags: ['ROUTE-01', 'AUTH-01'] }, () => {})", ['ROUTE-01', 'AUTH-01']],
    ["it('shows it', { tags: 'ROUTE-02' }, () => {})", ['ROUTE-02']],
    ["it.each([['(a)', [1]]])('shows %s', { tags: ['ROUTE-02'] }, () => {})", ['ROUTE-02']],
    ["it.each`a | b`('shows $a', { tags: ['ROUTE-02'] }, () => {})", ['ROUTE-02']],
    ["test('shows it', { tag: ['@ROUTE-02', '@slow'] }, async () => {})", ['ROUTE-02']],
    ["test.describe('pages', { tag: '@ROUTE-01' }, () => {})", ['ROUTE-01']],
    ["describe('a', () => { it(`b ${1}`, { tags: ['AUTH-01'] }, () => {}); })", ['AUTH-01']],
    ["it('is fast', { tags: ['slow'] }, () => {})", []],
  ])('reads the ids in the tags of %s', (source, ids) => {
    expect(claimsOf(source)).toEqual(ids);
  });

  it.each([
    ["it('shows the page (ROUTE-01)', () => {})", ['ROUTE-01']],
    ['test("shows it (ROUTE-01, AUTH-01)", async () => {})', ['ROUTE-01', 'AUTH-01']],
    ['it(\n  `shows it (ROUTE-02)`, () => {})', ['ROUTE-02']],
    ['it(`shows ${1} it (ROUTE-02)`, () => {})', ['ROUTE-02']],
    ["it.each(rows)('shows %s (ROUTE-02)', () => {})", ['ROUTE-02']],
    ["it.each([['/a(b)', f(g(1))]])('shows %s (ROUTE-02)', () => {})", ['ROUTE-02']],
    ["test.describe('pages (ROUTE-01)', () => {})", ['ROUTE-01']],
    ["it('it\\'s there (ROUTE-01)', () => {})", ['ROUTE-01']],
    ["it('mentions ROUTE-01 in passing', () => {})", []],
    ["it('names (ROUTE-01) too early', () => {})", []],
    ["// it('has (ROUTE-01)', () => {})", []],
    ["it('keeps bytes (UTF-8)', () => {})", []],
  ])('reads the ids at the end of the title of %s', (source, ids) => {
    expect(claimsOf(source)).toEqual(ids);
  });

  // The word is escaped, because the check against skipped tests reads this file too.
  it.each([
    "it.s\u006bip('shows it (ROUTE-01)', () => {})",
    "test.f\u0069xme('shows it (ROUTE-01)', () => {})",
    "it.s\u006bipIf(true)('shows it (ROUTE-01)', () => {})",
    "it.s\u006bip.each([1])('shows it', { tags: ['ROUTE-01'] }, () => {})",
    "it('shows it', { skip: true, tags: ['ROUTE-01'] }, () => {})",
    "it.t\u006fdo('shows it (ROUTE-01)', () => {})",
    "describe.s\u006bip('all', () => { it('shows it (ROUTE-01)', () => {}); })",
    "it('works', () => { it('inside of a test (ROUTE-01)', () => {}); })",
    "test('works', async () => { await test.step('a step (ROUTE-01)', async () => {}); })",
    "shows('it (ROUTE-01)', () => {})",
    "it('has no body (ROUTE-01)')",
  ])('takes no claim from what is not run as a test: %s', (source) => {
    expect(claimsOf(source)).toEqual([]);
  });

  it('counts each id once and lists what is missing', () => {
    const source = "it('a', { tags: ['ROUTE-01'] }, () => {}); it('b', { tags: ['ROUTE-01'] }, () => {});";
    expect(coverSpec(readRequirementIds(markdown), readClaims('x.test.ts', source))).toEqual({
      areas: [
        { area: 'ROUTE', total: 2, proven: 1, missing: ['ROUTE-02'] },
        { area: 'AUTH', total: 1, proven: 0, missing: ['AUTH-01'] },
      ],
      claimed: ['ROUTE-01'],
      unknown: [],
      inTitles: [],
    });
  });

  it('finds the position of an id in a title', () => {
    const claims = readClaims('x.test.ts', "\nit('a (ROUTE-01)', () => {});");
    const { inTitles } = coverSpec(readRequirementIds(markdown), claims);
    expect(inTitles).toEqual([
      { path: 'x.test.ts', line: 2, title: 'a (ROUTE-01)', ids: ['ROUTE-01'], form: 'title' },
    ]);
  });

  it('reports an id that does not exist, be it the number or the area', () => {
    const source = "it('a (ROUTE-03)', () => {}); it('b', { tags: ['ROUT-01', 'AUTH-01'] }, () => {});";
    const { unknown } = coverSpec(readRequirementIds(markdown), readClaims('x.test.ts', source));
    expect(unknown.map(({ title }) => title)).toEqual(['a (ROUTE-03)', 'b']);
  });
});
