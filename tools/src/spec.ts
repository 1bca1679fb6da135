// npm run spec: says which requirements the tests claim to prove. npm run spec -- --missing AREA lists those that no test
// claims; npm run spec -- --tests ID lists the tests that claim one; npm run spec -- --write writes docs/requirements-open.md
// again. npm test ends with npm run spec -- --proven FILE, which counts only requirements whose tests ran and passed, given as
// one id on each line.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDocument, planOpen } from './open-requirements.ts';
import { type Claim, readClaims } from './read-claims.ts';
import { coverSpec, mayTitlesNameIds, readRequirementIds, type SpecCoverage } from './spec-coverage.ts';

const root = join(import.meta.dirname, '..', '..');
const requirements = join(root, 'docs', 'requirements.md');
const openPath = join(root, 'docs', 'requirements-open.md');

/** Reads the claims of the product's tests. Tests of the tools prove no requirement. */
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

const printTests = (claims: readonly Claim[], id: string) => {
  const found = claims.filter(({ ids }) => ids.includes(id.toUpperCase()));
  for (const { path, line, title } of found) console.log(`${path}:${line} ${title}`);
  return found.length > 0;
};

/** Returns everything that makes the count wrong, one fault on each line. */
const findFaults = (coverage: SpecCoverage): string[] => {
  const missing = coverage.areas.flatMap((area) => area.missing);
  const isStale = !existsSync(openPath) || readFileSync(openPath, 'utf8') !== openDocument(coverage);
  return [
    ...coverage.unknown.map(({ path, line, title }) => `${path}:${line} names no such requirement: ${title}`),
    ...(mayTitlesNameIds ? [] : coverage.inTitles).map(
      ({ path, line, title }) => `${path}:${line} has ids in its title, which belong into its tags: ${title}`,
    ),
    ...planOpen(missing).faults.map((fault) => `tools/src/building-areas.ts: ${fault}`),
    ...(isStale ? ['docs/requirements-open.md is stale: npm run spec -- --write'] : []),
  ];
};

/** Counts the requirements that the tests of a run have proven. An id that a test claims and the run does not prove is a fault. */
const printProven = (ids: readonly string[], claims: readonly Claim[], file: string) => {
  const proven = readFileSync(file, 'utf8').split('\n');
  const unproven = coverSpec(ids, claims).claimed.filter((id) => !proven.includes(id));
  printTable(coverSpec(ids, [{ path: file, line: 1, title: '', ids: proven, form: 'tags' }]));
  for (const id of unproven)
    console.log(`${id} is claimed by a test, but none that ran and passed proves it.`);
  return unproven.length === 0 ? 0 : 1;
};

const main = () => {
  const ids = readRequirementIds(readFileSync(requirements, 'utf8'));
  if (ids.length === 0) throw new Error('No requirement was found in requirements.md.');
  const claims = readProductClaims();
  const coverage = coverSpec(ids, claims);
  const asked = (option: string) => process.argv[process.argv.indexOf(option) + 1] ?? '';
  if (process.argv.includes('--proven')) return printProven(ids, claims, asked('--proven'));
  if (process.argv.includes('--missing')) return printMissing(coverage, asked('--missing')) ? 0 : 1;
  if (process.argv.includes('--tests')) return printTests(claims, asked('--tests')) ? 0 : 1;
  if (process.argv.includes('--write')) writeFileSync(openPath, openDocument(coverage));
  printTable(coverage);
  const faults = findFaults(coverage);
  for (const fault of faults) console.log(fault);
  return faults.length === 0 ? 0 : 1;
};

process.exitCode = main();
