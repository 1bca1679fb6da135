import {
  type AuthProvider,
  Client,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Outbound } from '../../../../../kernel/outbound/outbound.ts';

/** A server and what is sent to it with each request. */
export interface McpTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  auth?: AuthProvider;
  /** The revision that was agreed on earlier; empty when nobody knows. */
  revision: string;
}

/** How a server is reached. */
export interface McpIo {
  fetch: Outbound['fetch'];
  /** Milliseconds for everything together. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** The largest reply of a server in bytes: a result, or a page of its list of tools. */
const mostBytes = 4 * 1024 * 1024;

/** The most pages of a list of tools that are asked for. */
const mostPages = 20;

/** The revisions with sessions. The later ones know none. */
const isOfSessions = (revision: string): boolean => revision !== '' && revision < '2026';

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Limits what a server may send and how long it may take. A stream for messages that nobody asked for is not opened: agents ask and read the
 * reply. A stream that broke off in the middle of a reply is opened again.
 */
const limited =
  ({ fetch, timeoutMs }: McpIo): Fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    const isStanding = init?.method === 'GET' && headers.get('accept')?.includes('text/event-stream');
    if (isStanding && !headers.has('last-event-id')) return new Response(null, { status: 405 });
    return fetch(input, {
      ...init,
      headers,
      ...{ maxBytes: mostBytes, timeoutMs, headMs: timeoutMs, pauseMs: timeoutMs },
    });
  };

const taken = <T>(input: unknown): T => input as T;

/** What a tool returns is text of others, which agents read as such; its form is not relied on. */
const acceptAll: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (input: unknown): JsonSchemaValidatorResult<T> => ({
      valid: true,
      data: taken(input),
      errorMessage: undefined,
    }),
};

const about = { name: 'atelier', title: 'Atelier', version: '2.3.4' };

const transportOf = ({ url, headers, auth }: McpTarget, io: McpIo) =>
  new StreamableHTTPClientTransport(new URL(url), {
    fetch: limited(io),
    requestInit: { headers: { ...headers } },
    onInsufficientScope: 'throw',
    reconnectionOptions: {
      maxReconnectionDelay: 10_000,
      initialReconnectionDelay: 500,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 3,
    },
    ...(auth && { authProvider: auth }),
  });

/** The longest time in milliseconds in which the end of a session is told to the server. */
const farewellMs = 2000;

const endSession = async (transport: StreamableHTTPClientTransport): Promise<void> => {
  if (transport.sessionId === undefined) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, farewellMs).unref());
  await Promise.race([transport.terminateSession().catch(() => undefined), late]);
};

/**
 * Connects to a server, works with it, and leaves nothing open. Both revisions of the protocol are spoken: 2026-07-28 without sessions, and
 * 2025-11-25 with one for this work. Throws what the library and the outbound client throw.
 */
export const withMcpClient = async <T>(
  target: McpTarget,
  io: McpIo,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const transport = transportOf(target, io);
  const client = new Client(about, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: 'auto' },
    jsonSchemaValidator: acceptAll,
    listMaxPages: mostPages,
  });
  // An agent has nobody to ask. A server that hears this goes on without an answer, or says what is missing.
  client.setRequestHandler('elicitation/create', () => ({ action: 'decline' as const }));
  const options = { timeout: io.timeoutMs, maxTotalTimeout: io.timeoutMs, signal: io.signal };
  try {
    const prior = isOfSessions(target.revision) ? { prior: { kind: 'legacy' as const } } : {};
    await client.connect(transport, { ...options, ...prior });
    return await work(client);
  } finally {
    await endSession(transport);
    await client.close();
  }
};
