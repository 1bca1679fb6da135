import { describe, expect, it } from 'vitest';
import { layoutChecks } from './layout-checks.ts';

const findingsOf = (rule: string, files: Readonly<Record<string, string>>) => {
  const tree = { root: '/', files: Object.entries(files).map(([path, text]) => ({ path, text })) };
  return layoutChecks.filter(({ name }) => name === rule).flatMap((check) => check.run(tree));
};

const filesIn = (folder: string, count: number, ending = '.ts') =>
  Object.fromEntries(
    Array.from({ length: count }, (_none, index) => [`${folder}/file-${index}${ending}`, '']),
  );

describe('the size of a folder', () => {
  const folder = 'apps/server/src/modules/assistants/prompts';

  it('is refused from twenty-one source files on', () => {
    expect(findingsOf('small-folders', filesIn(folder, 21)).map(({ path }) => path)).toEqual([folder]);
    expect(findingsOf('small-folders', filesIn(folder, 20))).toEqual([]);
  });

  it('counts neither tests nor the files of folders inside', () => {
    const files = {
      ...filesIn(folder, 20),
      ...filesIn(folder, 9, '.test.ts'),
      ...filesIn(`${folder}/service`, 9),
    };
    expect(findingsOf('small-folders', files)).toEqual([]);
  });
});

describe('two folders side by side', () => {
  const module = 'apps/server/src/modules/assistants/prompts';
  const there = { [`${module}/reading/read.ts`]: "import { write } from '../writing/write.ts';" };
  const back = {
    [`${module}/writing/deep/write.ts`]: "import type {\n  Read,\n} from '../../reading/read.ts';",
  };

  it('are refused when they import each other, types and deeper files included', () => {
    const findings = findingsOf('one-way-folders', { ...there, ...back });
    expect(findings.map(({ path }) => path).toSorted()).toEqual([
      ...Object.keys(there),
      ...Object.keys(back),
    ]);
    expect(findings[0]?.message).toContain('import each other');
  });

  it('are refused as areas too', () => {
    const across = {
      'apps/server/src/modules/money/billing/a.ts': "export { b } from '../../account/people/index.ts';",
      'apps/server/src/modules/account/people/b.ts': "import '../../money/billing/index.ts';",
    };
    expect(findingsOf('one-way-folders', across)).toHaveLength(2);
  });

  it('may import one way, and from the folder above both ways', () => {
    const above = {
      [`${module}/index.ts`]: "export { read } from './reading/read.ts';",
      [`${module}/reading/other.ts`]: "import { index } from '../index.ts';",
    };
    expect(findingsOf('one-way-folders', { ...there, ...above })).toEqual([]);
  });

  it('may meet both ways in tests', () => {
    const test = { [`${module}/writing/write.test.ts`]: "import { read } from '../reading/read.ts';" };
    expect(findingsOf('one-way-folders', { ...there, ...test })).toEqual([]);
  });
});
