import { describe, expect, it } from 'vitest';
import { drawLot } from './draw-lot.ts';
import { staleEquivalents, withoutEquivalents } from './equivalents.ts';
import { applyMutant, findMutants } from './find-mutants.ts';

const changesIn = (source: string) => findMutants('a.ts', source).map(({ change }) => change);
const programsIn = (source: string) =>
  findMutants('a.ts', source).map((mutant) => applyMutant(source, mutant));

describe('the mutants of a source', () => {
  it('move a bound by one, and turn comparisons and logic round', () => {
    expect(programsIn('const f = (a: number) => a < 3 && a !== 1;')).toEqual([
      'const f = (a: number) => a < 3 || a !== 1;',
      'const f = (a: number) => a <= 3 && a !== 1;',
      'const f = (a: number) => a < 4 && a !== 1;',
      'const f = (a: number) => a < 3 && a === 1;',
      'const f = (a: number) => a < 3 && a !== 2;',
    ]);
  });

  it('negate a condition that no operator decides, and take a negation away', () => {
    expect(programsIn('if (isOpen(door)) close(door);')).toEqual([
      'if (!(isOpen(door))) close(door);',
      'if (isOpen(door)) {}',
    ]);
    expect(programsIn('const text = !isOpen ? a : b;')).toEqual(['const text = isOpen ? a : b;']);
  });

  it('turn booleans, arithmetic and steps', () => {
    expect(changesIn('const a = { isOpen: true }; b = c * d; e++; f -= g;')).toEqual([
      'true → false',
      'without b = c * d;',
      '* → /',
      'e++ → e--',
      '-= → +=',
    ]);
  });

  it('leave out what follows on a call, an effect, the elements of a list, and a value that has a substitute', () => {
    expect(changesIn('const a = rows.filter(isRow); await save(a);')).toEqual([
      'without .filter(isRow)',
      'without await save(a);',
    ]);
    expect(changesIn('const a = [b, c];')).toEqual(['[b, c] → []']);
    expect(programsIn('const a = b ?? c;')).toEqual(['const a = c;']);
  });

  it('do not touch types, imports, constants, joined text, and sizes whose exact value nobody promises', () => {
    expect(changesIn("import a from 'b';\ntype C = 1 | true;\ninterface D { e: false }")).toEqual([]);
    expect(
      changesIn("const a = ['b'] as const;\nconst c = 'd' + e;\nconst g = 60_000;\nconst h = i > 60_000;"),
    ).toEqual(["'d' → ''", '> → >=', '60_000 → 60001']);
  });

  it('say where they are', () => {
    const [mutant] = findMutants(
      'packages/a/src/b.ts',
      'const a = 1 as const;\n\n  const c = d > e;\n',
    ).slice(-1);
    expect(mutant).toMatchObject({
      path: 'packages/a/src/b.ts',
      line: 3,
      source: 'const c = d > e;',
      change: '> → >=',
    });
  });
});

describe('a lot', () => {
  const source = Array.from({ length: 50 }, (_, at) => `const a${at} = b${at} < c;`).join('\n');
  const lines = (text: string, seed: string) =>
    drawLot(findMutants('a.ts', text), seed, 10).map((mutant) => mutant.source);

  it('is the same for the same seed, also when other lines have come above, and another for another seed', () => {
    expect(lines(source, 'one')).toEqual(lines(source, 'one'));
    expect(
      lines(`const other = 1;\nconst more = d;\n${source}`, 'one').filter((line) => /b\d/.test(line)),
    ).toEqual(
      lines(source, 'one').slice(
        0,
        lines(`const other = 1;\n${source}`, 'one').filter((line) => /b\d/.test(line)).length,
      ),
    );
    expect(lines(source, 'two')).not.toEqual(lines(source, 'one'));
  });

  it('contains each mutant once, and no more than there are', () => {
    const twice = 'const a = [b < c,\nb < c,\nb < c];';
    expect(drawLot(findMutants('a.ts', twice), 'one', 99)).toHaveLength(4);
  });
});

describe('the mutants that no test can notice', () => {
  const known = { path: 'a.ts', source: 'const a = b < c;', change: '< → <=', reason: 'b is never c' };

  it('are left out, wherever their line stands', () => {
    const found = findMutants('a.ts', 'const d = e > f;\nconst a = b < c;');
    expect(withoutEquivalents(found, [known]).map(({ change }) => change)).toEqual(['> → >=']);
  });

  it('are stale when their line has gone', () => {
    const found = findMutants('a.ts', 'const d = e > f;');
    expect(staleEquivalents(found, [known])).toEqual([known]);
    expect(staleEquivalents(findMutants('a.ts', 'const a = b < c;'), [known])).toEqual([]);
  });
});
