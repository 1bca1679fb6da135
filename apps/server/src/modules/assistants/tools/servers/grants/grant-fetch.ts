import type { Fetch, McpIo } from '../client/mcp-client.ts';

const limits = { maxBytes: 256 * 1024, timeoutMs: 15_000 };

/** Reaches servers of authorizations. What is sent with secrets is not sent on to another address. */
export const grantFetch =
  ({ fetch, signal }: Pick<McpIo, 'fetch' | 'signal'>): Fetch =>
  (input, init) => {
    const isReading = (init?.method ?? 'GET') === 'GET';
    return fetch(input, { ...init, ...limits, signal, ...(isReading ? {} : { redirect: 'error' }) });
  };
