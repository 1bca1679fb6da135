import type { ConnectorIo } from '../connector.ts';
import type { Pace } from './frontier/pace.ts';
import { type Skip, skip } from './frontier/skips.ts';
import type { WebsiteLimits } from './limits.ts';
import { userAgent } from './robots/robots-rules.ts';

/** The state that all requests of one sync share. */
export interface Way {
  io: ConnectorIo;
  limits: WebsiteLimits;
  pace: Pace;
  /** The amounts used so far. */
  used: { requests: number; bytes: number; waitedMs: number; endsAt: number };
}

export const createWay = (io: ConnectorIo, limits: WebsiteLimits, pace: Pace): Way => ({
  io,
  limits,
  pace,
  used: { requests: 0, bytes: 0, waitedMs: 0, endsAt: Date.now() + limits.totalMs },
});

export const isSpent = ({ used, limits }: Way): boolean =>
  used.requests >= limits.requests || used.bytes >= limits.totalBytes || Date.now() >= used.endsAt;

const readErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Converts a failed request to the reason for leaving its address out. An abort of the sync is thrown. */
export const toSkip = (error: unknown, signal: AbortSignal): Skip => {
  signal.throwIfAborted();
  const code = readErrorCode(error);
  if (code === 'outbound.blocked') return skip('blocked_address', readErrorMessage(error));
  if (code === 'outbound.too_large') return skip('too_large');
  return skip('unreachable', `${readErrorMessage(error)} It is tried again at the next reading.`);
};

const readErrorMessage = (error: unknown) =>
  error instanceof Error ? error.message : 'The site did not answer.';

/** Returns the milliseconds in `Retry-After`, which is a number of seconds or a date. */
const retryAfter = (response: Response, { retryMs, longestWaitMs }: WebsiteLimits): number => {
  const text = response.headers.get('retry-after') ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(asked) ? retryMs : Math.min(Math.max(asked, 0), longestWaitMs + 1);
};

const isBusy = ({ status }: Response) => status === 429 || status === 503;

/** Sends one request after the pause. The caller follows redirects, because only those within the site are allowed. */
const send = async (way: Way, url: URL, headers: Record<string, string>): Promise<Response> => {
  await way.pace.turn();
  way.used.requests += 1;
  return way.io.fetch(url, {
    headers: { 'user-agent': userAgent, accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
    redirect: 'manual',
    signal: way.io.signal,
    timeoutMs: way.limits.requestMs,
    maxBytes: way.limits.documentBytes,
  });
};

/** Requests an address, and waits when a busy site asks for it, within limits. @throws the errors of `fetch` */
export const request = async (
  way: Way,
  url: URL,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const { limits, used } = way;
  for (let tries = 0; ; tries += 1) {
    const response = await send(way, url, headers);
    const waitMs = retryAfter(response, limits);
    const isLast = tries >= limits.retries || waitMs > limits.longestWaitMs || isSpent(way);
    if (!isBusy(response) || isLast || used.waitedMs + waitMs > limits.totalWaitMs) return response;
    await drop(response);
    used.waitedMs += waitMs;
    way.pace.hold(waitMs);
  }
};

/** Discards a reply whose body is not needed. */
export const drop = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => undefined);
};

/** Reads the body; undefined when it is too large. @throws the errors of `fetch` */
export const readBody = async (
  way: Way,
  response: Response,
  mostBytes: number,
): Promise<Uint8Array | undefined> => {
  const { bytes, isWhole } = await readStart(way, response, mostBytes);
  return isWhole ? bytes : undefined;
};

const piecesOf = (response: Response): AsyncIterable<Uint8Array> | Uint8Array[] => response.body ?? [];

/** Reads at most `mostBytes` of the body and does not transfer the rest. */
export const readStart = async (way: Way, response: Response, mostBytes: number) => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const piece of piecesOf(response)) {
    size += piece.byteLength;
    way.used.bytes += piece.byteLength;
    pieces.push(piece);
    if (size > mostBytes) break;
  }
  const isWhole = size <= mostBytes;
  return { bytes: new Uint8Array(Buffer.concat(pieces)).subarray(0, mostBytes), isWhole };
};
