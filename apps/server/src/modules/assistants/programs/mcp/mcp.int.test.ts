import { auth } from '@atelier/contracts/account/identity/auth';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { joinTenant } from '../../../../../tests/member.ts';
import { openWorkplace, type Workplace } from '../../../../../tests/programs/workplace.ts';
import { AskOutput } from './ask-tool.ts';
import { SearchOutput } from './build-server.ts';

const question = 'How many days of paid leave?';
const about = { name: 'test', version: '1.0.0' };

interface Program {
  /** The revision that was agreed on. */
  revision: string | undefined;
  listTools(): Promise<{
    tools: { name: string; title?: string | undefined; description?: string | undefined }[];
  }>;
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    onProgress?: (message: string) => void,
  ): Promise<{ structuredContent?: unknown; content?: unknown; isError?: boolean | undefined }>;
  end(): Promise<void>;
}

const bearer = (apiKey: string) => ({ headers: { authorization: `Bearer ${apiKey}` } });

/** The official client of the first generation, which opens a session. */
const connectFirst = async (origin: string, apiKey: string): Promise<Program> => {
  const transport = new FirstTransport(new URL(`${origin}/mcp`), { requestInit: bearer(apiKey) });
  const client = new FirstClient(about);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    revision: transport.protocolVersion,
    listTools: () => client.listTools(),
    callTool: async (call, onProgress) =>
      client.callTool(
        call,
        undefined,
        onProgress && { onprogress: ({ message }) => onProgress(message ?? '') },
      ) as ReturnType<Program['callTool']>,
    end: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
};

/** The official client of the second generation, which is stateless. */
const connectSecond = async (origin: string, apiKey: string): Promise<Program> => {
  const revision = '2026-07-28';
  const client = new Client(about, { versionNegotiation: { mode: { pin: revision } } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: bearer(apiKey) }),
  );
  return {
    revision: client.getNegotiatedProtocolVersion(),
    listTools: () => client.listTools(),
    callTool: async (call, onProgress) =>
      client.callTool(call, onProgress && { onprogress: ({ message }) => onProgress(message ?? '') }),
    end: () => client.close(),
  };
};

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
});
afterAll(() => place.close());

const textOf = (result: { content?: unknown }): string =>
  z
    .array(z.object({ text: z.string() }))
    .parse(result.content)
    .map(({ text }) => text)
    .join('\n');

const keyOf = async (client: Workplace['owner']): Promise<string> =>
  (await client.call(auth.endpoints.getApiKey, {})).apiKey ?? '';

describe.each([
  ['2025-11-25', connectFirst],
  ['2026-07-28', connectSecond],
] as const)('the official client of revision %s', (revision, connect) => {
  const withProgram = async <T>(
    work: (program: Program) => Promise<T>,
    apiKey = place.apiKey,
  ): Promise<T> => {
    const program = await connect(place.server.origin, apiKey);
    try {
      return await work(program);
    } finally {
      await program.end();
    }
  };
  const toolCalled = async (program: Program, title: string, kind: 'ask' | 'search'): Promise<string> => {
    const { tools } = await program.listTools();
    return tools.find((tool) => tool.title === title && tool.name.startsWith(kind))?.name ?? '';
  };

  it('agrees on its revision and lists apps and knowledge bases as tools', async () => {
    await withProgram(async (program) => {
      expect(program.revision).toBe(revision);
      const { tools } = await program.listTools();
      const ask = tools.find(({ name }) => name.startsWith('ask_handbook_'));
      expect(ask).toMatchObject({ title: 'Handbook', description: expect.stringContaining('“Handbook”') });
      expect(tools.some(({ name }) => name.startsWith('search_'))).toBe(true);
      expect(tools.map(({ name }) => name)).toEqual(
        (await program.listTools()).tools.map(({ name }) => name),
      );
    });
  });

  it('asks an app, goes on in its conversation, and reads citations with quotes', async () => {
    await withProgram(async (program) => {
      const name = await toolCalled(program, 'Handbook', 'ask');
      const first = await program.callTool({ name, arguments: { question } });
      const answer = AskOutput.parse(first.structuredContent);
      expect(answer.answer).toContain('25 days');
      // The default model is one of the provider once another test has offered it.
      expect(answer.answer_origin).toMatch(/^(QUOTED|MODEL)$/);
      expect(answer.citations[0]).toMatchObject({
        document: 'handbook.md',
        quote: expect.stringContaining('25'),
      });
      expect(textOf(first)).toContain('[1] handbook.md: “');
      const { conversation_id } = answer;
      await program.callTool({ name, arguments: { question: 'And remote work?', conversation_id } });
      const session = await place.server
        .visitor()
        .fetch(
          `${chat.endpoints.session.path.replace(':conversationId', conversation_id)}?appId=${place.appId}`,
          bearer(place.apiKey),
        );
      expect(await session.text()).toContain('And remote work?');
    });
  });

  it('searches a knowledge base', async () => {
    await withProgram(async (program) => {
      const { tools } = await program.listTools();
      const name = tools.find((tool) => tool.name.startsWith('search_'))?.name ?? '';
      const found = await program.callTool({ name, arguments: { query: 'paid leave', limit: 1 } });
      const { passages } = SearchOutput.parse(found.structuredContent);
      expect(passages).toHaveLength(1);
      expect(passages[0]).toMatchObject({
        document: 'handbook.md',
        text: expect.stringContaining('25 days'),
      });
    });
  });

  it('reads an answer while it is written, when it asks for progress', async () => {
    const title = `Slow ${revision}`;
    await place.makeApp({ name: title, model: 'fake-slow-60' });
    await withProgram(async (program) => {
      const name = await toolCalled(program, title, 'ask');
      const pieces: string[] = [];
      const result = await program.callTool({ name, arguments: { question } }, (piece) => pieces.push(piece));
      const { answer } = AskOutput.parse(result.structuredContent);
      expect(pieces.length).toBeGreaterThan(1);
      expect(answer.startsWith(pieces.join(''))).toBe(true);
    });
  });

  it('is told with our code what went wrong, as a result that a model can read', async () => {
    const title = `Broken ${revision}`;
    await place.makeApp({ name: title, model: 'fake-unauthorized' });
    await withProgram(async (program) => {
      const broken = await toolCalled(program, title, 'ask');
      const failed = await program.callTool({ name: broken, arguments: { question } });
      expect(failed.isError).toBe(true);
      expect(textOf(failed)).toContain('(models.upstream_unauthorized)');
      const name = await toolCalled(program, 'Handbook', 'ask');
      const lost = await program.callTool({
        name,
        arguments: { question, conversation_id: 'cnv_of_somebody_else' },
      });
      expect(textOf(lost)).toContain('(chat.conversation_not_found)');
    });
  });

  it('sees and calls no tool of another company, or that was not given to the holder of the key', async () => {
    const name = await withProgram((program) => toolCalled(program, 'Handbook', 'ask'));
    const { client: stranger } = await place.server.signUp('Grace Hopper');
    const operator = await joinTenant(place.server, { tenantId: place.tenantId, role: 'BUILDER' });
    const operatorKey = await keyOf(operator.client);
    await place.server.sql(`update memberships set role = 'OPERATOR' where user_id = $1`, [operator.userId]);
    for (const apiKey of [await keyOf(stranger), operatorKey])
      await withProgram(async (program) => {
        expect((await program.listTools()).tools).toEqual([]);
        const refused = await program.callTool({ name, arguments: { question } }).then(
          (result) => String(result.isError),
          (error: unknown) => String(error),
        );
        expect(refused).toMatch(/true|not found|Unknown/i);
      }, apiKey);
  });

  it('cannot connect with a key that is unknown, or was replaced', async () => {
    const { client } = await place.server.signUp('Replaced');
    const old = await keyOf(client);
    await client.call(auth.endpoints.regenerateApiKey, { body: {} });
    for (const apiKey of ['atl_unknown', old])
      await expect(connect(place.server.origin, apiKey)).rejects.toThrow(/401|Unauthorized/i);
  });
});

describe('a session of revision 2025-11-25', () => {
  const call = (
    origin: string,
    {
      method = 'POST',
      body,
      headers = {},
    }: { method?: string; body?: object; headers?: Record<string, string> },
  ) =>
    fetch(`${origin}/mcp`, {
      method,
      headers: {
        authorization: `Bearer ${place.apiKey}`,
        accept: 'application/json, text/event-stream',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }) } : {}),
    });
  const initialize = {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: about },
  };
  const list = { method: 'tools/list', params: {} };
  const open = async () =>
    (await call(place.server.origin, { body: initialize })).headers.get('mcp-session-id') ?? '';

  it('is known to every server process, until it is ended', async () => {
    const session = { 'mcp-session-id': await open() };
    const second = await place.server.another();
    expect((await call(second.origin, { body: list, headers: session })).status).toBe(200);
    expect((await call(second.origin, { method: 'DELETE', headers: session })).status).toBe(204);
    const ended = await call(place.server.origin, { body: list, headers: session });
    expect(ended.status).toBe(404);
    expect(await ended.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { data: { code: 'mcp.session_not_found' } },
    });
    await second.close();
  });

  it('is required, and of no use to another user', async () => {
    const missing = await call(place.server.origin, { body: list });
    expect(missing.status).toBe(400);
    expect(await missing.json()).toMatchObject({ error: { data: { code: 'mcp.session_missing' } } });
    const { client } = await place.server.signUp('Grace Hopper');
    const headers = { 'mcp-session-id': await open(), authorization: `Bearer ${await keyOf(client)}` };
    expect((await call(place.server.origin, { body: list, headers })).status).toBe(404);
  });

  it('answers with a stream that proxies neither keep nor change', async () => {
    const reply = await call(place.server.origin, {
      body: list,
      headers: { 'mcp-session-id': await open() },
    });
    expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(reply.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(await reply.text()).toContain('"inputSchema"');
  });

  it('has no stream of its own', async () => {
    const reply = await call(place.server.origin, { method: 'GET' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
  });

  it('cannot be opened by a page of another site, nor without a key', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const reply = await call(place.server.origin, { body: initialize, headers: { origin } });
      expect(reply.status).toBe(403);
      expect(await reply.json()).toMatchObject({ error: { data: { code: 'mcp.foreign_origin' } } });
    }
    const unknown = await call(place.server.origin, { body: initialize, headers: { authorization: '' } });
    expect(unknown.status).toBe(401);
    expect(await unknown.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { data: { code: 'auth.unauthenticated' } },
    });
  });
});
