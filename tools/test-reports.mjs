// Reads the JSON reports of Vitest and Playwright: what failed, and what passed at the second try only.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './prepare.mjs';

/** Returns the failed tests, each with its file. */
export const failedTests = ({ testResults = [] }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );

/** The most characters of what a journey failed with that are shown at the end. */
const mostOfCause = 400;
const describeCause = (results) =>
  stripVTControlCharacters(results.findLast(({ error }) => error)?.error.message ?? 'no message')
    .replaceAll(/\s+/g, ' ')
    .slice(0, mostOfCause);

const listSpecs = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(listSpecs)];

const listJourneys = (report, wanted) =>
  listSpecs(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) => `${file} (${projectName}): ${title}: ${describeCause(results)}`),
  );

/** Returns the failed journeys, each with its file, its window and what it failed with. */
export const failedJourneys = (report) => listJourneys(report, 'unexpected');

/** Returns the journeys that passed at the second try only, each with its file, its window and what the first try failed with. */
export const unsteadyJourneys = (report) => listJourneys(report, 'flaky');

/** Returns the sums of a report of journeys. One that passed at the second try has passed. */
export const countJourneys = ({ stats: { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = {} }) => ({
  passed: expected + flaky,
  failed: unexpected,
  skipped,
});
