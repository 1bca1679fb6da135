import {
  type AuthProvider,
  Client,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Outbound } from '../../../../../kernel/outbound/outbound.ts';
import { type ReadMessage, readResponse } from './read-response.ts';

/** A server and what is sent to it with each request. */
export interface McpTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  auth?: AuthProvider;
  /** The revision that was agreed on earlier; empty when nobody knows. */
  revision: string;
}

/** The connection to a server. */
export interface McpIo {
  fetch: Outbound['fetch'];
  /** Reads what the server sends. Without it, nothing of the server is used but its refusal. */
  readMessage?: ReadMessage;
  /** Milliseconds for everything together. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Without it, a session lasts for one piece of work. */
  sessions?: SessionKeeper;
  /** Is called when the server says that its list of tools is another one now. */
  onToolsChanged?: () => void;
}

/** Keeps the session of a run at a server of a revision that has them, for its next calls. */
export interface SessionKeeper {
  /** Returns the session that is open. With undefined, the caller begins one, and everybody else waits until `keep` is called. */
  take(): Promise<string | undefined>;
  /** Keeps a session that was begun; undefined when the server gave none, or none could be begun. */
  keep(id: string | undefined): Promise<void>;
  /** Forgets a session that the server knows no more. */
  forget(id: string): Promise<void>;
}

/** The largest reply of a server in bytes: a result, or a page of its list of tools. */
const mostBytes = 4 * 1024 * 1024;

/** The most pages of a list of tools that are asked for. */
const mostPages = 20;

/** The revisions with sessions. The later ones know none. */
const isOfSessions = (revision: string): boolean => revision !== '' && revision < '2026';

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Limits what a server may send and how long it may take. A stream for messages that nobody asked for is opened only where somebody listens
 * for changes of the list of tools. A stream that broke off in the middle of a reply is opened again.
 */
const limited =
  ({ fetch, readMessage, timeoutMs, onToolsChanged }: McpIo): Fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    const isStanding = init?.method === 'GET' && headers.get('accept')?.includes('text/event-stream');
    const isUnheard = onToolsChanged === undefined && !headers.has('last-event-id');
    if (isStanding && isUnheard) return new Response(null, { status: 405 });
    const response = await fetch(input, {
      ...init,
      headers,
      ...{ maxBytes: mostBytes, timeoutMs, headMs: timeoutMs, pauseMs: timeoutMs },
    });
    return readMessage ? readResponse(response, readMessage) : response;
  };

const taken = <T>(input: unknown): T => input as T;

/** The result of a tool is text of others, which agents read as such; its form is not relied on. */
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

const createTransport = ({ url, headers, auth, revision }: McpTarget, io: McpIo, session?: string) =>
  new StreamableHTTPClientTransport(new URL(url), {
    ...(session !== undefined && { sessionId: session, protocolVersion: revision }),
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

/** Tells a server that a session is over, as far as it listens. */
export const leaveSession = (target: McpTarget, io: McpIo, session: string): Promise<void> =>
  endSession(createTransport(target, io, session));

const createClient = ({ onToolsChanged }: McpIo): Client => {
  const client = new Client(about, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: 'auto' },
    jsonSchemaValidator: acceptAll,
    listMaxPages: mostPages,
  });
  // An agent has nobody to ask. A server that hears this goes on without an answer, or says what is missing.
  client.setRequestHandler('elicitation/create', () => ({ action: 'decline' as const }));
  if (onToolsChanged) client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged);
  return client;
};

type Work<T> = (client: Client) => Promise<T>;

/** Works in a session that is open, or in a new one, which `onBegun` may keep. */
const workOnce = async <T>(
  target: McpTarget,
  io: McpIo,
  {
    session,
    onBegun,
    work,
  }: { session?: string; onBegun?: (id: string | undefined) => Promise<void>; work: Work<T> },
): Promise<T> => {
  const transport = createTransport(target, io, session);
  const client = createClient(io);
  const options = { timeout: io.timeoutMs, maxTotalTimeout: io.timeoutMs, signal: io.signal };
  let isKept = session !== undefined;
  try {
    const prior = isOfSessions(target.revision) ? { prior: { kind: 'legacy' as const } } : {};
    await client.connect(transport, { ...options, ...prior });
    if (onBegun) {
      await onBegun(transport.sessionId);
      isKept = true;
    }
    return await work(client);
  } finally {
    if (!isKept) await endSession(transport);
    await client.close();
  }
};

/** A server that knows a session no more says so with 404; some say 400. It has done nothing then. */
const isForgotten = (error: unknown): boolean =>
  error instanceof SdkHttpError && (error.status === 404 || error.status === 400);

const workInNewSession = async <T>(
  target: McpTarget,
  io: McpIo & { sessions: SessionKeeper },
  work: Work<T>,
): Promise<T> => {
  let isTold = false;
  const onBegun = (id: string | undefined): Promise<void> => {
    isTold = true;
    return io.sessions.keep(id);
  };
  try {
    return await workOnce(target, io, { onBegun, work });
  } finally {
    if (!isTold) await io.sessions.keep(undefined);
  }
};

const workInKeptSession = async <T>(
  target: McpTarget,
  io: McpIo & { sessions: SessionKeeper },
  work: Work<T>,
): Promise<T> => {
  const session = await io.sessions.take();
  if (session === undefined) return workInNewSession(target, io, work);
  try {
    return await workOnce(target, io, { session, work });
  } catch (error) {
    if (!isForgotten(error)) throw error;
    await io.sessions.forget(session);
    return workInKeptSession(target, io, work);
  }
};

/**
 * Connects to a server, works with it, and leaves nothing open. Both revisions of the protocol are spoken: 2026-07-28 without sessions, and
 * 2025-11-25 with one for this work, or with the one that `io.sessions` keeps. Throws what the library and the outbound client throw.
 */
export const withMcpClient = <T>(target: McpTarget, io: McpIo, work: Work<T>): Promise<T> => {
  const { sessions } = io;
  return sessions && isOfSessions(target.revision)
    ? workInKeptSession(target, { ...io, sessions }, work)
    : workOnce(target, io, { work });
};
