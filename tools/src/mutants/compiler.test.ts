import { afterAll, describe, expect, it } from 'vitest';
import { plant } from '../../tests/plant.ts';
import { typeChecker } from './compiler.ts';
import { findMutants } from './find-mutants.ts';

const path = 'packages/planted/src/one.ts';
const source = `import { two } from './two.ts';
export const one = (text: string | undefined): string => {
  two();
  return text === undefined ? '' : text.trim();
};
`;
const tree = plant({
  [path]: source,
  'packages/planted/src/two.ts': 'export const two = (): void => undefined;\n',
});
afterAll(() => tree.uproot());

describe('the types', () => {
  it('refuse a mutant that is no program, and not one that leaves an import without use', () => {
    const isRefused = typeChecker(tree.folder);
    const refused = findMutants(path, source).filter(isRefused);
    expect(refused.map(({ change }) => change)).toEqual(['=== → !==']);
    expect(findMutants(path, source).map(({ change }) => change)).toContain('without two();');
  });
});
