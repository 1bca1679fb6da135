import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKeyProxy } from '../../../../../tests/programs/key-proxy.ts';
import { openWorkplace, type Workplace } from '../../../../../tests/programs/workplace.ts';

const run = promisify(execFile);
const command = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

// docs/programs.md names the scenarios that do not apply, each with its reason.
const applicable: readonly [revision: string, scenario: string][] = [
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'server-session-lifecycle'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'server-sse-multiple-streams'],
  ['2025-11-25', 'dns-rebinding-protection'],
  ['2026-07-28', 'server-stateless'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'server-sse-multiple-streams'],
  ['2026-07-28', 'dns-rebinding-protection'],
  ['2026-07-28', 'caching'],
  ['2026-07-28', 'http-header-validation'],
];
const notApplicable = new URL('../../../../../tests/programs/not-applicable.yml', import.meta.url).pathname;

describe('the official conformance scenarios for servers', () => {
  let place: Workplace;
  let proxy: Awaited<ReturnType<typeof startKeyProxy>>;

  beforeAll(async () => {
    place = await openWorkplace();
    proxy = await startKeyProxy(place.server.origin, place.apiKey);
  });
  afterAll(async () => {
    await proxy.close();
    await place.close();
  });

  it.each(applicable)('of revision %s: %s passes', { timeout: 120_000 }, async (revision, scenario) => {
    const { stdout } = await run(process.execPath, [
      command,
      'server',
      ...['--url', `${proxy.origin}/mcp`, '--scenario', scenario, '--spec-version', revision],
      ...['--expected-failures', notApplicable, '--verbose'],
    ]);
    // The command ends with 0 too when it has skipped a scenario.
    expect(stdout).toMatch(/SUCCESS/);
  });
});
