// A reporter of Vitest that writes down the tests that failed at first and passed when they were tried again.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './prepare.mjs';

export default class UnsteadyReporter {
  onTestCaseResult(test) {
    const { flaky = false } = test.diagnostic() ?? {};
    const file = process.env.ATELIER_UNSTEADY;
    if (!flaky || file === undefined) return;
    const [error] = test.result().errors ?? [];
    const cause = (error?.message ?? 'no message').replaceAll(/\s+/g, ' ').slice(0, 400);
    appendFileSync(file, `${relative(root, test.module.moduleId)}: ${test.fullName}: ${cause}\n`);
  }
}
