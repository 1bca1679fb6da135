// Determines which requirements the tests of a run have proven: the ids in the tags of tests that passed.

const idsIn = (tags) => tags.map((tag) => tag.replace(/^@/, '')).filter((tag) => /^[A-Z]{2,}-\d+$/.test(tag));

/** Returns the ids in a JSON report of Vitest. One failed test with an id leaves it unproven, whatever the others do. */
const ofVitest = ({ testResults = [] }) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status, tags = [] }) => ({ passed: status === 'passed', ids: idsIn(tags) })),
  );

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Returns the ids in a JSON report of Playwright. */
const ofPlaywright = (report) =>
  specsOf(report).map(({ ok, tests, tags = [] }) => ({
    passed: ok && tests.every(({ status }) => status === 'expected' || status === 'flaky'),
    ids: idsIn(tags),
  }));

/** Returns the sorted ids that the tests of these reports prove: at least one test with the id passed and none failed. */
export const provenIds = (reports) => {
  const tests = reports.flatMap((report) => [...ofVitest(report), ...ofPlaywright(report)]);
  const idsOf = (passed) => new Set(tests.filter((test) => test.passed === passed).flatMap(({ ids }) => ids));
  return [...idsOf(true).difference(idsOf(false))].toSorted((a, b) => a.localeCompare(b));
};
