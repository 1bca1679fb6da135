import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensurePythonFuzzer, pythonFuzzer } from '../../../tools/python-clients.mjs';
import { type Product, startProduct } from '../product.ts';
import { startProvider } from '../provider.ts';
import { makeScratchCompany, type ScratchCompany } from './scratch-company.ts';

/**
 * Calls every described operation with invented requests, of which some fit their description and others do not, on a company that is
 * made for it. Fails when an answer is a failure of the server, or is not described: its status, its type or its body.
 */

/** The operations that end the credential of the calls, or whatever they are made with. */
const ending = ['auth.regenerateApiKey', 'auth.signOut', 'account.deleteAccount', 'people.removeTenant'];

const checks = [
  ...['no_server_fault', 'status_code_conformance', 'content_type_conformance'],
  'response_schema_conformance',
];

const { values: options } = parseArgs({
  options: {
    examples: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    report: { type: 'string' },
    phases: { type: 'string', default: 'coverage,fuzzing,stateful' },
  },
});

const run = async (
  { origin, dataFolder }: Product,
  { apiKey, tenantId, ids, examples }: ScratchCompany,
): Promise<number> => {
  const child = spawn(
    'python3',
    [
      ...['-m', 'schemathesis.cli', 'run', `${origin}/api/openapi.json`],
      ...['--header', `Authorization: Bearer ${apiKey}`],
      ...['--checks', checks.join(',')],
      ...['--phases', options.phases],
      ...['--max-examples', options.examples, '--seed', options.seed, '--workers', '2'],
      ...['--continue-on-failure', '--no-shrink', '--request-timeout', '30', '--max-redirects', '0'],
      ...['--suppress-health-check', 'all', '--warnings', 'off', '--generation-database', 'none'],
      ...ending.flatMap((id) => ['--exclude-operation-id', id]),
      ...(options.only === undefined ? [] : ['--include-operation-id-regex', options.only]),
      ...(options.seconds === undefined ? [] : ['--max-time', options.seconds]),
      ...(options.report === undefined ? [] : ['--report-ndjson-path', options.report]),
    ],
    {
      // It keeps what it found in the folder that it runs in.
      cwd: dataFolder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PYTHONPATH: pythonFuzzer,
        SCHEMATHESIS_HOOKS: fileURLToPath(new URL('hooks.py', import.meta.url)),
        SCRATCH_TENANT: tenantId,
        SCRATCH_IDS: JSON.stringify(ids),
        SCRATCH_EXAMPLES: JSON.stringify(examples),
      },
    },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};

ensurePythonFuzzer();
const provider = await startProvider();
const product = await startProduct({ env: provider.env('fake-chat') });
try {
  process.exitCode = await run(product, await makeScratchCompany(product));
} finally {
  await product.close();
  await provider.close();
}
