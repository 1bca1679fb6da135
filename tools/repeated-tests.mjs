// Reads the JSON reports of Vitest and Playwright: what failed, and what came of repeating it.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './prepare.mjs';

/** Returns the paths of the files with a failure, also those that could not be loaded. */
export const failedFiles = ({ testResults = [] }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** Returns the failed tests, each with its file. */
export const failedTests = ({ testResults = [] }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );

/** The most characters of what a journey failed with that are shown at the end. */
const mostOfCause = 400;
const causeOf = (results) =>
  stripVTControlCharacters(results.findLast(({ error }) => error)?.error.message ?? 'no message')
    .replaceAll(/\s+/g, ' ')
    .slice(0, mostOfCause);

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Returns the failed journeys, each with its file, its window and what it failed with. */
export const failedJourneys = (report) =>
  specsOf(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => `${file} (${projectName}): ${title}: ${causeOf(results)}`),
  );

const countOf = (testResults, status) =>
  testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status)
    .length;

/** Returns the report with the results of the files that were repeated in the place of the first ones. */
export const withRepeated = (report, repeated) => {
  const again = new Map((repeated.testResults ?? []).map((result) => [result.name, result]));
  const testResults = (report.testResults ?? []).map((result) => again.get(result.name) ?? result);
  return {
    ...report,
    testResults,
    numPassedTests: countOf(testResults, 'passed'),
    numFailedTests: countOf(testResults, 'failed'),
  };
};

/** Returns the report of the journeys as one list, with the results of those that were repeated in the place of the first ones. */
export const withRepeatedJourneys = (report, repeated) => {
  const again = new Map(specsOf(repeated).map((spec) => [spec.id, spec]));
  return { specs: specsOf(report).map((spec) => again.get(spec.id) ?? spec) };
};
