import type { ServerResponse } from 'node:http';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startMcpServer } from '../../../../../tests/fakes/mcp-servers.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const { endpoints } = mcps;
let server: TestServer;
let client: Client;
let hostile: Awaited<ReturnType<typeof startMcpServer>>;
let other: Awaited<ReturnType<typeof startMcpServer>>;
let reply: Parameters<typeof startMcpServer>[0];

beforeAll(async () => {
  hostile = await startMcpServer((message, headers) => reply(message, headers));
  other = await startMcpServer(() => ({ result: { tools: [] } }));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(hostile.origin).host } });
  ({ client } = await server.signUp());
});
afterAll(async () => {
  await server.close();
  await Promise.all([hostile.close(), other.close()]);
});

const inputSchema = { type: 'object' };
const lists = (tools: unknown[], more: object = {}) => ({ result: { tools, ...more } });
const sends = (send: (response: ServerResponse) => void) => ({ send });
const discover = (headers: Record<string, string> = {}) =>
  client.send(endpoints.discover, { body: { url: hostile.url, headers } });
const offerOf = async () => client.call(endpoints.discover, { body: { url: hostile.url } });

describe('a hostile MCP server', () => {
  it('cannot send without end', { timeout: 60_000 }, async () => {
    let sent = 0;
    reply = () =>
      sends((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const piece = `: ${'x'.repeat(1024 * 1024)}\n\n`;
        const more = (): void => {
          sent += 1;
          if (!response.destroyed) response.write(piece, more);
        };
        more();
      });
    const { body } = await discover();
    expect(body.code).toBe('mcps.unreachable');
    // The stream is ended at the limit of bytes, and the call at its time-out.
    expect(sent).toBeLessThan(64);
  });

  it('cannot send a result of 100 MB', async () => {
    reply = ({ id }) =>
      sends((response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":[],"x":"`);
        let left = 100;
        const more = (): void => {
          left -= 1;
          if (left > 0 && !response.destroyed) response.write('x'.repeat(1024 * 1024), more);
          else response.end('"}}');
        };
        more();
      });
    const { body } = await discover();
    expect(body.message).toMatch(/sent more than \d+ bytes/);
  });

  it('cannot fill the list of tools', async () => {
    const many = Array.from({ length: 10_000 }, (_each, at) => ({ name: `tool_${at}`, inputSchema }));
    reply = () => lists(many);
    const { tools, leftOut } = await offerOf();
    expect(tools).toHaveLength(500);
    expect(leftOut).toBe(9500);
  });

  it('cannot give out pages of tools for ever', async () => {
    let page = 0;
    reply = () => lists([{ name: `tool_${(page += 1)}`, inputSchema }], { nextCursor: `page ${page}` });
    expect((await discover()).body.message).toBe('Its list of tools does not end.');
    expect(page).toBeLessThan(30);
  });

  it('cannot lead to another site, which gets neither request nor header', async () => {
    const secret = { authorization: 'Bearer top-secret' };
    for (const target of [other.url, 'http://169.254.169.254/latest/meta-data', 'file:///etc/passwd']) {
      reply = () => sends((response) => void response.writeHead(307, { location: target }).end());
      const { body } = await discover(secret);
      expect(body.code).toBe('mcps.unreachable');
      expect(JSON.stringify(body)).not.toContain('top-secret');
    }
    expect(other.seen).toEqual([]);
  });

  it('cannot hide signs in names and descriptions', async () => {
    reply = () =>
      lists([
        { name: 'good', description: 'Reads\u202e\u0007 it.\u{e0041}\u200b', inputSchema },
        { name: 'bad\u0000name', inputSchema },
        { name: 'line\nbreak', title: 'Two\nlines', inputSchema },
      ]);
    const { tools } = await offerOf();
    expect(tools[0]).toMatchObject({ name: 'good', description: 'Reads it.', problem: null });
    expect(tools[1]).toMatchObject({ name: 'badname', problem: 'Its name has signs that cannot be shown.' });
    expect(tools[2]).toMatchObject({
      title: 'Two lines',
      problem: expect.stringContaining('cannot be shown'),
    });
  });

  it.each([
    ['no object', { type: 'string' }, 'not described as an object'],
    [
      'a document elsewhere',
      { type: 'object', properties: { a: { $ref: 'http://x.example/s' } } },
      'another document',
    ],
    ['too much', { type: 'object', description: 'x'.repeat(70_000) }, 'longer than 64 KB'],
  ])('cannot describe arguments by %s', async (_what, schema, problem) => {
    reply = () => lists([{ name: 'tool', inputSchema: schema }]);
    const { tools } = await offerOf();
    expect(JSON.stringify(tools)).toContain(problem);
  });

  it('loses nothing but the tools that are odd', async () => {
    const described = { type: 'object', properties: { a: { type: 'string' } } };
    reply = () =>
      lists([
        { name: 'good', inputSchema: described },
        { name: 'missing' },
        { name: 'null', inputSchema: null },
        { name: 'any', inputSchema: { anyOf: [described] } },
        { name: 'typeless', inputSchema: { properties: {} } },
        'no tool',
      ]);
    const { tools } = await offerOf();
    expect(tools.map(({ name, problem }) => [name, problem])).toEqual([
      ['good', null],
      ['missing', 'Its arguments are not described.'],
      ['null', 'Its arguments are not described.'],
      ['any', 'Its arguments are not described as an object.'],
      ['typeless', 'Its arguments are not described as an object.'],
    ]);
  });

  it('may have 500 tools with many arguments each', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 30 }, (_each, at) => [`p${at}`, { type: 'string', description: 'What it is.' }]),
    );
    const many = Array.from({ length: 500 }, (_each, at) => ({
      name: `tool_${at}`,
      inputSchema: { type: 'object', properties },
    }));
    reply = () => lists(many);
    const { tools, leftOut } = await offerOf();
    expect([tools.length, leftOut, tools.filter(({ problem }) => problem !== null)]).toEqual([500, 0, []]);
    expect(tools[499]?.inputSchema).toEqual({ type: 'object', properties });
  });

  it('cannot keep the server busy with many values', async () => {
    const properties = Object.fromEntries(Array.from({ length: 60_000 }, (_each, at) => [`p${at}`, {}]));
    reply = () => lists([{ name: 'wide', inputSchema: { type: 'object', properties } }]);
    expect((await offerOf()).tools).toMatchObject([
      { problem: expect.stringContaining('longer than 64 KB') },
    ]);
    reply = ({ id }) =>
      sends((response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const deep = '['.repeat(500_000) + ']'.repeat(500_000);
        response.end(
          `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":[{"name":"d","x":${deep}}]}}`,
        );
      });
    expect((await discover()).body.message).toBe('It sent values that are nested more than 200 times.');
  });

  it('does not get far with what is not the protocol', async () => {
    for (const sent of ['<html></html>', '{"jsonrpc":"2.0","id":99,"result":{}}', '']) {
      reply = () =>
        sends((response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(sent));
      expect((await discover()).body.code).toBe('mcps.unreachable');
    }
  });
});
