import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { inParallel } from '../matrix/ask.ts';
import { labelOf } from '../matrix/matrix.ts';
import { createMembersOfEveryRole, type Proof } from '../matrix/members-of-every-role.ts';
import {
  addressOfNothing,
  everyEndpoint,
  fieldsOfNothing,
  filePart,
  formType,
  lastLine,
} from './every-endpoint.ts';
import { openConnection } from './one-connection.ts';

const large = 'x'.repeat(3_000_000);
const bodies = [
  { type: 'application/json', body: Buffer.from(JSON.stringify({ text: large })) },
  { type: formType, body: Buffer.from(fieldsOfNothing + filePart(large) + lastLine) },
  { type: 'application/octet-stream', body: Buffer.from(large) },
];
const withBodies = everyEndpoint.filter(({ method }) => method !== 'GET');
const health = { method: 'GET', path: '/api/health' };

describe('a body of 3 MB that is not wanted', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  /** Sends the body, and then another request on the same connection unless the server announced that it closes it. */
  const faultOf = async (
    endpoint: Endpoint,
    { type, body }: (typeof bodies)[number],
    proof: Proof,
  ): Promise<string | undefined> => {
    const connection = openConnection(server.origin);
    const { method } = endpoint;
    try {
      const path = addressOfNothing(endpoint);
      const first = await connection.ask({ method, path, headers: { ...proof, 'content-type': type }, body });
      const second = await connection.ask(health);
      const isKept = first.headers.connection !== 'close';
      if (first.status >= 500) return `${first.status} ${first.text}`;
      if (second.status !== 200) return `then ${second.status} ${second.text}`;
      if (isKept !== second.isReused) return `${isKept ? 'kept' : 'closed'}, but not for the next request`;
      return second.ms > 5000 ? `then ${Math.round(second.ms)} ms` : undefined;
    } catch (error) {
      return String(error);
    } finally {
      connection.close();
    }
  };

  it('leaves no connection behind that does not answer, at any endpoint', async () => {
    const calls = withBodies.flatMap((endpoint) => bodies.map((sent) => ({ endpoint, sent })));
    const tenants = await createMembersOfEveryRole(server, calls.length);
    const faults: string[] = [];
    await inParallel([...calls.entries()], async ([index, { endpoint, sent }]) => {
      const owner = tenants[index]?.find(({ role }) => role === 'OWNER');
      const fault = await faultOf(endpoint, sent, owner?.key ?? {});
      if (fault) faults.push(`${labelOf(endpoint)} ${sent.type}: ${fault}`);
    });
    expect(faults.sort()).toEqual([]);
    expect(calls.length).toBeGreaterThan(900);
  }, 180_000);

  it('is answered when it is sent to an address that the router refuses', async () => {
    const connection = openConnection(server.origin);
    const answer = await connection.ask({ method: 'POST', path: '/api/content/%zz', body: large });
    expect([answer.status, answer.headers.connection]).toEqual([404, 'close']);
    expect((await connection.ask(health)).status).toBe(200);
    connection.close();
  });

  it('keeps the connection when the body is short', async () => {
    const connection = openConnection(server.origin);
    const body = 'x'.repeat(60_000);
    const answer = await connection.ask({ method: 'POST', path: '/api/content/manage-app', body });
    expect([answer.status, answer.headers.connection]).toEqual([401, 'keep-alive']);
    expect(await connection.ask(health)).toMatchObject({ status: 200, isReused: true });
    connection.close();
  });

  const tooLarge = 'x'.repeat(26_500_000);

  const webhook = '/api/orchestrator/webhooks/missing';
  const question = '/api/content/query';

  it('lets Node’s fetch read the answer', async () => {
    const answers: unknown[] = [];
    for (const path of [webhook, question]) {
      const answer = await fetch(server.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(tooLarge),
      });
      answers.push([answer.status, ((await answer.json()) as { code: string }).code]);
    }
    expect(answers).toEqual([
      [404, 'flows.not_found'],
      [413, 'request.too_large'],
    ]);
  });

  it('lets Python’s urllib read the answer', async () => {
    const program = [
      'import sys, urllib.request, urllib.error',
      'call = urllib.request.Request(sys.argv[1], data=b"x" * 26500000, method="POST", headers={"content-type": "application/json"})',
      'try: urllib.request.urlopen(call)',
      'except urllib.error.HTTPError as error: print(error.code, error.read().decode())',
    ].join('\n');
    const answerAt = async (path: string) =>
      (await promisify(execFile)('python3', ['-c', program, server.origin + path])).stdout;
    expect(await answerAt(webhook)).toMatch(/^404 .*"code":"flows.not_found"/);
    expect(await answerAt(question)).toMatch(/^413 .*"code":"request.too_large"/);
  });
});
