import type { ConnectorIo } from '../connector.ts';
import type { Pace } from './frontier/pace.ts';
import { type Skip, skip } from './frontier/skips.ts';
import type { WebsiteLimits } from './limits.ts';
import { userAgent } from './robots/robots-rules.ts';

/** What all requests of one reading share. */
export interface Way {
  io: ConnectorIo;
  limits: WebsiteLimits;
  pace: Pace;
  /** Spent so far. */
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

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Why a request came to nothing. The reader's own abort is thrown as it is. */
export const failureOf = (error: unknown, signal: AbortSignal): Skip => {
  signal.throwIfAborted();
  const code = codeOf(error);
  if (code === 'outbound.blocked') return skip('blocked_address', messageOf(error));
  if (code === 'outbound.too_large') return skip('too_large');
  return skip('unreachable', `${messageOf(error)} It is tried again at the next reading.`);
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'The site did not answer.');

/** Milliseconds that `Retry-After` asks for, which is a number of seconds or a date. */
const retryAfter = (response: Response, { retryMs, longestWaitMs }: WebsiteLimits): number => {
  const text = response.headers.get('retry-after') ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(asked) ? retryMs : Math.min(Math.max(asked, 0), longestWaitMs + 1);
};

const isBusy = ({ status }: Response) => status === 429 || status === 503;

/** One request in its turn; redirects are left to the caller, who may follow only within the site. */
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

/** Asks for an address, and waits as a busy site asks, within bounds. @throws what the way out throws */
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

/** Lets go of an answer whose body nobody wants. */
export const drop = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => undefined);
};

/** The body, or undefined once it has more bytes than may be. @throws what the way out throws */
export const readBody = async (
  way: Way,
  response: Response,
  mostBytes: number,
): Promise<Uint8Array | undefined> => {
  const { bytes, isWhole } = await readStart(way, response, mostBytes);
  return isWhole ? bytes : undefined;
};

const piecesOf = (response: Response): AsyncIterable<Uint8Array> | Uint8Array[] => response.body ?? [];

/** At most so many bytes of the body; the rest is not taken from the site. */
export const readStart = async (way: Way, response: Response, mostBytes: number) => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop gives the rest back.
  for await (const piece of piecesOf(response)) {
    size += piece.byteLength;
    way.used.bytes += piece.byteLength;
    pieces.push(piece);
    if (size > mostBytes) break;
  }
  const isWhole = size <= mostBytes;
  return { bytes: new Uint8Array(Buffer.concat(pieces)).subarray(0, mostBytes), isWhole };
};
