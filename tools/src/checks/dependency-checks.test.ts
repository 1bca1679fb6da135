import { describe, expect, it } from 'vitest';
import { dependencyChecks } from './dependency-checks.ts';
import { isLicenceAllowed } from './licence.ts';

const cleanLock = JSON.stringify({ packages: {} });

const decided = { 'docs/adr/0001-one.md': 'We took `zod`.', 'docs/adr/README.md': '(0001-one.md)' };

/** Returns the messages of every rule for a tree of the given files. Zod is decided there, and the lockfile clean unless one is given. */
const findingsIn = (given: Readonly<Record<string, string>>) => {
  const files = Object.entries({ 'package-lock.json': cleanLock, ...decided, ...given }).map(
    ([path, text]) => ({
      path,
      text,
    }),
  );
  return dependencyChecks.flatMap((check) =>
    check.run({ root: '.', files }).map(({ path, message }) => `${check.name} ${path} ${message}`),
  );
};

const manifest = (version: string) => JSON.stringify({ dependencies: { zod: version } });
const lockOf = (packages: Readonly<Record<string, unknown>>) => JSON.stringify({ packages });

describe('checks of dependencies', () => {
  it.each(['^4.0.0', '~4.0.0', '4', '>=4.0.0', '*', 'latest', 'npm:other@1.0.0'])(
    'refuses the version %s',
    (version) => {
      expect(findingsIn({ 'packages/models/package.json': manifest(version) })).toEqual([
        expect.stringMatching(/^exact-versions packages\/models\/package\.json zod:/),
      ]);
    },
  );

  it.each(['4.6.7', '18.4.0-beta.17'])('takes the version %s', (version) => {
    expect(findingsIn({ 'package.json': manifest(version) })).toEqual([]);
  });

  it('refuses a second lockfile and a missing one', () => {
    expect(findingsIn({ 'apps/web/yarn.lock': '' })).toEqual([
      expect.stringContaining('one-lockfile apps/web/yarn.lock'),
    ]);
    const check = dependencyChecks.find(({ name }) => name === 'one-lockfile');
    expect(check?.run({ root: '.', files: [] })).toHaveLength(1);
  });

  it('refuses download addresses in the lockfile and takes links to workspaces', () => {
    const address = `"resolved": "${'https'}://registry.example/zod.tgz"`;
    expect(findingsIn({ 'package-lock.json': `{ "packages": { "zod": { ${address} } } }` })).toEqual([
      expect.stringContaining('one-lockfile package-lock.json'),
    ]);
    expect(
      findingsIn({ 'package-lock.json': '{ "packages": { "a": { "resolved": "packages/a" } } }' }),
    ).toEqual([]);
  });

  it('refuses licences that are not on the list, of production dependencies only', () => {
    const lock = lockOf({
      'node_modules/good': { version: '1.0.0', license: 'MIT' },
      'node_modules/bad': { version: '1.0.0', license: 'GPL-3.0-only' },
      'node_modules/font': { version: '1.0.0', license: 'OFL-1.1' },
      'node_modules/silent-about-its-licence': { version: '1.0.0' },
      'node_modules/development': { version: '1.0.0', license: 'EPL-2.0', dev: true },
      'node_modules/@atelier/models': { link: true },
    });
    expect(findingsIn({ 'package-lock.json': lock }).map((finding) => finding.split(' ')[1])).toEqual([
      'node_modules/bad',
      'node_modules/font',
      'node_modules/silent-about-its-licence',
    ]);
  });

  it('refuses a locked version with a known weakness, unless the list says why it may stay', () => {
    const lock = lockOf({
      'node_modules/parser': { version: '1.9.9', license: 'MIT' },
      'node_modules/tool/node_modules/parser': { version: '2.0.0', license: 'MIT' },
    });
    const advisory = { id: 'GHSA-1', package: 'parser', vulnerable: '<2.0.0', title: 'reads too far' };
    const withList = (...list: object[]) =>
      findingsIn({ 'package-lock.json': lock, 'tools/advisories.json': JSON.stringify(list) });
    expect(withList(advisory)).toEqual([
      expect.stringContaining('parser 1.9.9 has a known weakness (GHSA-1): reads too far.'),
    ]);
    expect(withList({ ...advisory, accepted: 'It reads our own files only.' })).toEqual([]);
    expect(withList({ ...advisory, vulnerable: '<1.0.0' })).toEqual([]);
  });

  it('refuses a decision that the list of decisions does not link', () => {
    const index = '- [One](0001-one.md)\n- [Toolchain](0001-toolchain.md)';
    const decisions = {
      'docs/adr/README.md': index,
      'docs/adr/0001-toolchain.md': '',
      'docs/adr/0002-lost.md': '',
    };
    expect(findingsIn(decisions)).toEqual([
      expect.stringContaining('decisions-listed docs/adr/0002-lost.md'),
    ]);
  });

  it('refuses a dependency that no decision names, wherever it is declared', () => {
    const declared = {
      dependencies: { zod: '4.6.7', 'left-pad': '1.0.0', '@atelier/models': '2.0.0' },
      devDependencies: { '@types/zod': '1.0.0', '@scope/tool': '1.0.0' },
      overrides: { deep: '1.0.0' },
    };
    const files = {
      'packages/models/package.json': JSON.stringify(declared),
      // Names that are only a part of a longer name do not count.
      'docs/adr/0001-one.md': 'We took `zod`, left-pad-more, @scope/tool/inner and node:deep/left-pad.',
    };
    expect(findingsIn(files)).toEqual(
      ['left-pad', '@scope/tool', 'deep'].map(
        (name) =>
          `dependencies-decided packages/models/package.json ${name} has no line in docs/adr: say why it was taken.`,
      ),
    );
  });
});

describe('licence expressions', () => {
  it.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', '(MIT AND Zlib)', 'EPL-2.0 OR (Apache-2.0 AND MIT)'])(
    'takes %s',
    (expression) => {
      expect(isLicenceAllowed(expression)).toBe(true);
    },
  );

  it.each([
    'GPL-3.0',
    'MIT AND GPL-3.0',
    '(EPL-2.0 OR GPL-2.0)',
    'MIT OR',
    '(MIT',
    'MIT ISC',
    'SEE LICENSE IN file',
    '',
  ])('refuses %s', (expression) => {
    expect(isLicenceAllowed(expression)).toBe(false);
  });
});
