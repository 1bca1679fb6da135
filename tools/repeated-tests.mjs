// Reads the JSON reports of Vitest: what failed, and what came of repeating it.
import { relative } from 'node:path';
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
