import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import { auth } from '@atelier/contracts/account/identity/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiGenerator } from '../../../../tools/api-generator.mjs';
import { pythonClients } from '../../../../tools/python-clients.mjs';
import { startTestServer, type TestServer } from '../harness.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const patience = { timeout: 240_000 };

/** What both clients get from the same calls. */
const received = {
  document: 'library.txt',
  answer: expect.stringContaining('eight') as unknown,
  cited: 'library.txt',
  schedule: ['30 2 29 3 *', 'Europe/Berlin', 5],
  runs: [['knowledge.import', 'COMPLETED']],
};

describe('the description of the API, read by programs of others', () => {
  let server: TestServer;
  let folder = '';
  let file = '';
  let apiKey = '';
  let email = '';

  beforeAll(async () => {
    server = await startTestServer();
    const owner = await server.signUp();
    email = owner.email;
    apiKey = (await owner.client.call(auth.endpoints.regenerateApiKey, { body: {} })).apiKey;
    // Inside the repository, so that what is made finds its packages.
    folder = await mkdtemp(join(root, 'node_modules', '.cache', 'described-'));
    file = join(folder, 'openapi.json');
    await writeFile(file, await (await server.visitor().fetch('/api/openapi.json')).text());
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is valid, and each of its references leads somewhere', patience, async () => {
    await SwaggerParser.validate(file);
    const whole = await SwaggerParser.dereference(file);
    expect(whole.paths?.['/api/content/knowledge-base']).toMatchObject({
      post: { requestBody: { content: { 'application/json': { schema: { required: ['name'] } } } } },
    });
  });

  it('becomes types of TypeScript, with which a program calls endpoints', patience, async () => {
    const node = { cwd: folder };
    const types = join(folder, 'paths.ts');
    await run(process.execPath, [
      ...[join(root, 'tools/node_modules/openapi-typescript/bin/cli.js'), file, '--output', types],
      // A setting with a default may be left out of a request.
      '--default-non-nullable=false',
    ]);
    const program = join(folder, 'call-endpoints.mts');
    await copyFile(join(here, 'call-endpoints.ts.txt'), program);
    const strict =
      '--ignoreConfig --strict --skipLibCheck --target esnext --module nodenext --types node'.split(' ');
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, ...strict, '--rewriteRelativeImportExtensions', program], node);
    const { stdout } = await run(
      process.execPath,
      [join(folder, 'call-endpoints.mjs'), server.origin, apiKey],
      node,
    );
    expect(JSON.parse(stdout)).toEqual({
      ...received,
      ...{ email, base: 'From TypeScript', apps: ['Node librarian'], missing: 'chat.app_not_found' },
    });
  });

  it('becomes a client in Python by the generator of OpenAPI, which calls endpoints', patience, async () => {
    const client = join(folder, 'python');
    const only = 'models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false';
    const generator = ['-jar', apiGenerator, 'generate', '--generator-name', 'python', '--input-spec', file];
    await run('java', [...generator, '--output', client, '--global-property', only], { maxBuffer: 1e9 });
    const env = { ...process.env, PYTHONPATH: `${client}:${pythonClients}` };
    const program = join(here, 'call_endpoints.py');
    const { stdout } = await run('python3', [program, server.origin, apiKey], { env });
    expect(JSON.parse(stdout)).toEqual({
      ...received,
      ...{ email, base: 'From Python', apps: ['Python librarian'], missing: 'apps.not_found' },
    });
  });
});
