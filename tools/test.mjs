// npm test runs everything. npm test -- unit|int|pg|faults|attacks|e2e [filters] runs one stage or several. npm test -- module
// chat runs the tests of one module: in the contracts, on the server and in the web app. npm test -- changed [commit] checks what changed
// since the branch left main, or since a commit.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ensureApiGenerator } from './api-generator.mjs';
import { ensureBuilt, ensureInstalled, main, pinnedEnv, pinnedNode, root, runNode } from './prepare.mjs';
import { provenIds } from './proven-ids.mjs';
import { ensurePythonClients, pythonClients } from './python-clients.mjs';
import { startCluster } from './test-cluster.mjs';
import { ensureCollector } from './test-collector.mjs';
import { ensureTestData } from './test-data.mjs';
import { filtersOfModules } from './test-module.mjs';
import { ensureNeeds, findChromium, findPostgres } from './test-needs.mjs';
import { countJourneys, failedJourneys, failedTests, unsteadyJourneys } from './test-reports.mjs';
import { ensureWeights } from './test-weights.mjs';

const stageNames = ['unit', 'int', 'pg', 'faults', 'attacks', 'e2e'];
const given = process.argv.slice(2);
const chosen = stageNames.filter((name) => given.includes(name));
const wanted = chosen.length === 0 ? stageNames : chosen;
const filters = given.filter((word) => !stageNames.includes(word));
/**
 * The tests that a full run repeats on the embedded PostgreSQL: those of the cluster itself, and those that depend on the
 * database most. All integration tests run on the oldest supported version; journeys and fault tests also use the embedded one.
 */
const embeddedToo = ['src/kernel/', 'tests/kernel/', 'tests/plans/', 'tests/schema/', 'modules/money/'];
/** What shows our own code only, which is the same for every version of the database: messages, streams, clocks and HTTP. */
const embeddedWithout = [
  'tests/kernel/messages.int.test.ts',
  'tests/kernel/streams.int.test.ts',
  'tests/kernel/runs/moved-clock.int.test.ts',
  'tests/kernel/remembered.int.test.ts',
  'tests/kernel/http.int.test.ts',
  'tests/kernel/reply-headers.int.test.ts',
  'tests/kernel/trust-proxy.int.test.ts',
];
/** Leaves colours out where the output goes to a program. */
const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
const reports = mkdtempSync(join(tmpdir(), 'atelier-test-reports-'));
const sum = { passed: 0, failed: 0 };
/** The tests that passed at the second try only, one a line. */
const unsteadyTests = join(reports, 'unsteady.txt');
/** The compiled sources of the processes that tests start are kept, because compiling takes most of the time of a short process. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'atelier', 'compiled') };
/** Only a full run tries a failed test again: whoever runs a few tests wants to see what fails. */
const retrying = given.length === 0 ? { ATELIER_RETRY: '1', ATELIER_UNSTEADY: unsteadyTests } : {};

/** Returns the integration tests whose paths contain one of these words. Vitest excludes nothing of its projects by a pattern on the command line. */
const integrationTests = (wanted, without) =>
  ['apps', 'packages']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.int.test.ts') && !path.includes('node_modules'))
    .filter((path) => wanted.some((word) => path.includes(word)))
    .filter((path) => !without.some((word) => path.includes(word)));

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Adds the figures of a stage to the total. A run without filters may not skip a test. */
const count = ({ passed = 0, failed = 0, skipped = 0 }) => {
  sum.passed += passed;
  sum.failed += failed;
  if (skipped > 0 && filters.length === 0) {
    console.log(`${skipped} tests were skipped; every test runs, always.`);
    return 1;
  }
  if (passed + failed === 0) {
    console.log('No test ran.');
    return 1;
  }
  return 0;
};

const runVitest = async (report, projects, { env = {}, files = filters, workers } = {}) =>
  await runNode(
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(root, 'tools', 'unsteady-reporter.mjs')}`,
      `--outputFile.json=${report}`,
      ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
      ...files,
    ],
    { env: pinnedEnv({ ...colours, ...compiled, ...retrying, ...env }) },
  );

/** Keeps the seconds that each file took, from which `npm test -- changed` sees what it has time for. */
const testTimes = join(root, 'node_modules', '.cache', 'atelier', 'test-times.json');
const keepTimes = ({ testResults = [] }) => {
  const times = readReport(testTimes);
  for (const { name, startTime, endTime } of testResults)
    times[relative(root, name)] = Math.round((endTime - startTime) / 100) / 10;
  mkdirSync(dirname(testTimes), { recursive: true });
  writeFileSync(testTimes, JSON.stringify(times));
};

const vitest = async (stage, projects, options) => {
  const report = join(reports, `${stage}.json`);
  const code = await runVitest(report, projects, options);
  keepTimes(readReport(report));
  const { numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0 } = readReport(report);
  return (
    count({ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }) || code
  );
};

/** Many of these tests wait for pauses and other processes. The embedded PostgreSQL has too few connections for as many at once. */
const workersOnPostgres = 5;

const onDebianPostgres = async () => {
  const cluster = await startCluster(findPostgres());
  const env = { ATELIER_TEST_DATABASE_URL: cluster.url };
  const workers = workersOnPostgres;
  try {
    if (filters.length > 0) return await vitest('pg', ['int'], { env, workers });
    // Filling large tables keeps the cluster so busy that the servers of other tests would refuse requests as overloaded.
    const code = await vitest('pg', ['int'], {
      env,
      workers,
      files: integrationTests([''], ['tests/plans/']),
    });
    return (await vitest('pg-plans', ['int'], { env, files: ['tests/plans/'] })) || code;
  } finally {
    cluster.stop();
  }
};

const journeys = async () => {
  const report = join(reports, 'e2e.json');
  const code = await runNode(
    [
      join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      `--config=${join('e2e', 'playwright.config.ts')}`,
      '--reporter=list,json',
      ...filters,
    ],
    {
      env: pinnedEnv({
        ...colours,
        ...retrying,
        ATELIER_CHROMIUM: findChromium(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        PYTHONPATH: pythonClients,
      }),
    },
  );
  return count(countJourneys(readReport(report))) || code;
};

const build = async () => {
  await ensureBuilt();
  return 0;
};

const allStages = [
  { name: 'build', title: 'Build', needs: [], run: build },
  { name: 'unit', title: 'Unit tests', needs: [], run: () => vitest('unit', ['unit', 'web']) },
  {
    name: 'int',
    title: 'Integration tests, embedded PostgreSQL',
    needs: ['imap', 'submission', 'openssl', 'nginx', 'haproxy'],
    run: () =>
      given.length === 0
        ? vitest('int', ['int', 'embedded'], { files: integrationTests(embeddedToo, embeddedWithout) })
        : vitest('int', ['int', 'embedded']),
  },
  {
    name: 'pg',
    title: 'Integration tests, PostgreSQL by address',
    needs: ['postgres', 'imap', 'submission', 'openssl', 'nginx', 'haproxy'],
    run: onDebianPostgres,
  },
  {
    name: 'faults',
    title: 'Faults of the built product',
    needs: ['postgres', 'pooler', 'imap', 'submission', 'openssl'],
    run: () => vitest('faults', ['faults', 'timed-faults']),
  },
  {
    name: 'attacks',
    title: 'Attacks on the built product',
    needs: [],
    run: () => vitest('attacks', ['attacks']),
  },
  {
    name: 'e2e',
    title: 'Browser journeys',
    needs: ['chromium', 'shell', 'fonts', 'imap', 'submission', 'openssl'],
    run: journeys,
  },
];

const moduleStage = {
  name: 'module',
  title: `Module ${given.slice(1).join(', ')}`,
  needs: [],
  run: async () => vitest('module', ['unit', 'web', 'int'], { files: filtersOfModules(given.slice(1)) }),
};

/** The seconds that the chosen tests may take one after another; three of them run at once. */
const secondsOfChanged = 300;

const selectChanged = () => {
  const script = join(root, 'tools', 'src', 'changed', 'main.ts');
  const args = [script, ...given.slice(1), '--times', testTimes, '--seconds', String(secondsOfChanged)];
  const options = { cwd: root, env: pinnedEnv(), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  return JSON.parse(execFileSync(pinnedNode, args, options));
};

/** Checks and tests what changed, at once, because many tests wait and the checks compute. */
const checkChanged = async () => {
  const { changed, run, left, isFarReaching } = selectChanged();
  if (changed.length === 0) {
    console.log('Nothing has changed since the branch left main.');
    return 0;
  }
  console.log(`${changed.length} changed files, ${run.length} files of tests`);
  const isCode = changed.some((path) => !path.endsWith('.md'));
  const steps = isCode ? ['types', 'lint', 'boundaries', 'format', 'own'] : ['own'];
  const checks = runNode([join(root, 'tools', 'verify.mjs'), ...steps]);
  const tests = run.length === 0 ? 0 : await vitest('changed', ['unit', 'web', 'int'], { files: run });
  const code = (await checks) || tests;
  if (left.length > 0) console.log(`\n${left.length} files of tests are left to a full run:`);
  for (const { test, because } of left.slice(0, 20)) console.log(`  ${test}: ${because}`);
  if (left.length > 20) console.log(`  and ${left.length - 20} more`);
  if (isFarReaching) console.log('This change reaches everything. Run npm test.');
  return code;
};

const changedStage = { name: 'module', title: 'What changed', needs: [], run: checkChanged };

/** Stages that need the build, as does a full run. Unit and integration stages alone run from the sources. */
const ofTheBuild = ['faults', 'attacks', 'e2e'];
const stagesByName = () =>
  allStages.filter(({ name }) =>
    name === 'build'
      ? chosen.length === 0 || wanted.some((stage) => ofTheBuild.includes(stage))
      : wanted.includes(name),
  );

const stageOfWord = { module: moduleStage, changed: changedStage };
const stages = Object.hasOwn(stageOfWord, given[0] ?? '') ? [stageOfWord[given[0]]] : stagesByName();

/** Returns the milliseconds that the processors of this machine have been idle, and all that they have been on. */
const readProcessors = () =>
  cpus().reduce(
    (sum, { times }) => ({
      idle: sum.idle + times.idle,
      all: sum.all + Object.values(times).reduce((a, b) => a + b),
    }),
    { idle: 0, all: 0 },
  );

/** Says beside the time of a stage how much of it the processors were idle, because more tests at once save that time only. */
const timed = async ({ title, run }) => {
  console.log(`\n=== ${title}`);
  const since = Date.now();
  const before = readProcessors();
  const code = await run().catch((error) => {
    console.error(error.message);
    return 1;
  });
  const after = readProcessors();
  const idle = Math.round((100 * (after.idle - before.idle)) / Math.max(1, after.all - before.all));
  const seconds = ((Date.now() - since) / 1000).toFixed(1);
  console.log(`=== ${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s, processors ${idle} % idle`);
  return code;
};

/** Runs the remaining stages even when one fails, except that nothing can run without a build. */
const runStages = async () => {
  const failed = [];
  for (const stage of stages) {
    if ((await timed(stage)) !== 0) failed.push(stage);
    if (failed.some(({ name }) => name === 'build')) break;
  }
  return failed;
};

/** Prints the names of the failed tests at the end, where they are easy to find. */
const printFailed = () => {
  for (const stage of ['unit', 'int', 'pg', 'pg-plans', 'faults', 'attacks', 'module', 'changed'])
    for (const name of failedTests(readReport(join(reports, `${stage}.json`))))
      console.log(`FAILED  ${name}`);
  for (const name of failedJourneys(readReport(join(reports, 'e2e.json')))) console.log(`FAILED  ${name}`);
};

/** Checks after a full run that each requirement that a test claims was proven by tests that ran and passed. */
const checkRequirements = async () => {
  const proven = join(reports, 'proven.txt');
  const read = readdirSync(reports)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readReport(join(reports, name)));
  writeFileSync(proven, provenIds(read).join('\n'));
  console.log('\n=== Requirements proven by the tests that passed');
  return await runNode([join(root, 'tools', 'src', 'spec.ts'), '--proven', proven], { env: pinnedEnv() });
};

await main(async () => {
  await ensureInstalled();
  ensureNeeds(stages.flatMap(({ needs }) => needs));
  if (stages.some(({ name }) => ['int', 'pg', 'module', 'e2e'].includes(name))) ensureWeights();
  if (stages.some(({ name }) => ['int', 'pg', 'module'].includes(name))) {
    ensureCollector();
    ensurePythonClients();
    ensureApiGenerator();
  }
  if (stages.some(({ name }) => ['unit', 'module'].includes(name))) ensureTestData();
  if (stages.some(({ name }) => name === 'e2e')) ensurePythonClients();
  const failed = await runStages();
  if (given.length === 0 && (await checkRequirements()) !== 0) failed.push({ title: 'Requirements' });
  printFailed();
  const unsteady = [
    ...readText(unsteadyTests).split('\n').filter(Boolean),
    ...unsteadyJourneys(readReport(join(reports, 'e2e.json'))),
  ];
  for (const name of unsteady) console.log(`UNSTEADY, passed at the second try: ${name}`);
  for (const { title } of failed) console.log(`FAILED  stage: ${title}`);
  rmSync(reports, { recursive: true, force: true });
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return failed.length === 0 ? 0 : 1;
});
