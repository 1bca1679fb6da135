// npm run spec: which requirements a test proves. npm run spec -- --missing AREA lists those that none does.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverSpec, readClaims, readRequirementIds, type SpecCoverage } from './spec-coverage.ts';

const root = join(import.meta.dirname, '..', '..');
const requirements = join(root, '..', 'shared', 'spec', 'requirements.md');

/** Tests of the product; tests of the tools prove no requirement. */
const readProductClaims = () =>
  globSync('{apps,packages,e2e}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  })
    .toSorted((a, b) => a.localeCompare(b))
    .flatMap((path) => readClaims(path, readFileSync(join(root, path), 'utf8')));

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;

const printTable = ({ areas }: SpecCoverage) => {
  const line = (area: string, proven: number, total: number) =>
    console.log(`${area.padEnd(12)}${`${proven}/${total}`.padStart(9)}${percent(proven, total).padStart(8)}`);
  for (const { area, proven, total } of areas) line(area, proven, total);
  const sum = (pick: (area: SpecCoverage['areas'][number]) => number) =>
    areas.reduce((found, area) => found + pick(area), 0);
  line(
    'all',
    sum((area) => area.proven),
    sum((area) => area.total),
  );
};

const printMissing = ({ areas }: SpecCoverage, wanted: string) => {
  const found = areas.find(({ area }) => area === wanted.toUpperCase());
  if (found === undefined) {
    console.log(`There is no area ${wanted}. Areas: ${areas.map(({ area }) => area).join(' ')}`);
    return false;
  }
  console.log(found.missing.join('\n'));
  return true;
};

const printUnknown = ({ unknown }: SpecCoverage) => {
  for (const { path, title } of unknown) console.log(`${path}: no such requirement: ${title}`);
};

const main = () => {
  if (!existsSync(requirements)) {
    console.log(
      'The requirements are not here: they are read from ../shared/spec/requirements.md beside the checkout.',
    );
    return 0;
  }
  const ids = readRequirementIds(readFileSync(requirements, 'utf8'));
  if (ids.length === 0) throw new Error('No requirement was found in requirements.md.');
  const coverage = coverSpec(ids, readProductClaims());
  const at = process.argv.indexOf('--missing');
  const fine = at === -1 ? true : printMissing(coverage, process.argv[at + 1] ?? '');
  if (at === -1) printTable(coverage);
  printUnknown(coverage);
  return fine && coverage.unknown.length === 0 ? 0 : 1;
};

process.exitCode = main();
