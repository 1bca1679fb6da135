import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startMcpServer } from '../../../../../tests/fakes/mcp-servers.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let server: TestServer;
let client: Client;
let other: Client;
let fake: Awaited<ReturnType<typeof startMcpServer>>;
let inputSchema: object;
let content: object[] = [{ type: 'text', text: 'ordered' }];

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  fake = await startMcpServer(({ method }) =>
    method === 'tools/list'
      ? { result: { tools: [{ name: 'order', inputSchema, annotations: { readOnlyHint: true } }] } }
      : { result: { content } },
  );
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.1,localhost' } });
  ({ client } = await server.signUp());
  ({ client: other } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), fake.close()]);
});

/** Lets an agent call a tool with this schema once, with these arguments. */
const callOnce = async (schema: object, input: object) => {
  inputSchema = schema;
  const name = `Shop ${crypto.randomUUID().slice(0, 8)}`;
  const { mcpId, tools } = await client.call(mcps.endpoints.create, { body: { name, url: fake.url } });
  const body = { name, tools: { mcpList: [{ _id: mcpId }] } };
  const { agentId } = await client.call(agents.endpoints.create, { body });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  script = ({ turn, tools: [tool] }) =>
    turn === 0 ? { calls: [[tool?.function.name ?? '', input]] } : { text: 'Done.' };
  const run = await client.call(agentRuns.endpoints.execute, { body: { agentId, input: 'Order it.' } });
  return { ...run, tools };
};

const object = (properties: object) => ({ type: 'object', properties });

describe('the schema of a tool that somebody else wrote', () => {
  it.each([
    [
      'a reference that leads nowhere',
      object({ a: { $ref: '#/$defs/Missing' } }),
      'refers to “#/$defs/Missing”',
    ],
    ['a pattern that is none', object({ a: { type: 'string', pattern: '(' } }), 'pattern “(” is not checked'],
    [
      'a pattern that looks ahead',
      object({ a: { pattern: '^(?=x)' } }),
      'looks at what comes before or after',
    ],
  ])('with %s costs the check of that part, and not the run', async (_what, schema, note) => {
    const { steps, tools } = await callOnce(schema, { a: 'b' });
    expect(steps).toMatchObject([{ type: 'TOOL', status: 'DONE', output: 'ordered' }]);
    expect(tools[0]).toMatchObject({ problem: null, unchecked: [expect.stringContaining(note)] });
  });

  it.each([
    [String.raw`^[a-z\@]+$`, 'a@b', 'a b'],
    [String.raw`^\"x`, '"x', 'x'],
    ['(?i)abc', 'ABC', 'ab'],
    [String.raw`^\A[a-z]+\Z$`, 'abc', 'a1'],
    ['^[[:alpha:]]+$', 'abc', 'a1'],
    [String.raw`^(?P<y>\d{4})$`, '2026', '26'],
  ])('may have a pattern of another language: %s', async (pattern, fitting, wrong) => {
    const schema = object({ a: { type: 'string', pattern } });
    expect((await callOnce(schema, { a: fitting })).steps).toMatchObject([{ status: 'DONE' }]);
    const { steps } = await callOnce(schema, { a: wrong });
    expect(steps).toMatchObject([
      { status: 'NOT_FITTING', output: expect.stringContaining('it must match the pattern') },
    ]);
  });

  it('is read in its own draft', async () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      ...object({ n: { type: 'integer', minimum: 0, exclusiveMinimum: true } }),
    };
    expect((await callOnce(schema, { n: 1 })).steps).toMatchObject([{ status: 'DONE' }]);
    expect((await callOnce(schema, { n: 0 })).steps).toMatchObject([
      { status: 'NOT_FITTING', output: expect.stringContaining('At "n": it must be more than 0.') },
    ]);
  });

  it('does not keep an agent from what it understands of a result', async () => {
    content = [{ type: 'hologram', rays: [1] }, { type: 'text', text: 'the order is 7' }, { type: 'image' }];
    const { steps } = await callOnce(object({}), {});
    content = [{ type: 'text', text: 'ordered' }];
    expect(steps).toMatchObject([{ status: 'DONE' }]);
    const read = JSON.stringify(steps);
    expect(read).toContain('the order is 7');
    expect(read).toContain('A part of the kind “hologram” was left out');
    expect(read).toContain('A part of the kind “image” was left out');
  });

  it('takes nobody’s time when others read the run', async () => {
    const schema = object({ a: { type: 'string', pattern: '^(a+)+$' } });
    const { runId, steps } = await callOnce(schema, { a: `${'a'.repeat(40)}!` });
    expect(steps).toMatchObject([{ status: 'NOT_FITTING' }]);
    const text = 'Hello there. '.repeat(3500);
    const preview = async () => {
      const since = performance.now();
      await other.call(indexVersions.endpoints.preview, {
        body: { text, chunking: { strategy: 'SENTENCE' } },
      });
      return performance.now() - since;
    };
    await preview();
    const reads = Array.from({ length: 10 }, () =>
      client.call(agentRuns.endpoints.get, { params: { runId } }),
    );
    // Each check took ten seconds with V8, in the one thread for all companies.
    expect(await preview()).toBeLessThan(3000);
    for (const run of await Promise.all(reads)) expect(run.steps).toMatchObject([{ status: 'NOT_FITTING' }]);
  });
});
