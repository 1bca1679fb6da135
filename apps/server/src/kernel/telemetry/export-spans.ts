import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readRetryAfter } from '@atelier/contracts/kernel/retry-after';
import type { Config } from '../config/config.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { FinishedSpan } from './finished-span.ts';
import type { Delivery } from './span-queue.ts';
import type { WriteSpans } from './write-spans.ts';

type Settings = NonNullable<Config['telemetry']>;

const compress = promisify(gzip);

/** The codes of HTTP after which the specification of OTLP asks for another attempt. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const pauseIn = (response: Response): { afterMs?: number } => {
  const afterMs = readRetryAfter(response.headers.get('retry-after'), Date.now());
  return afterMs === undefined || afterMs === 0 ? {} : { afterMs };
};

const largestReply = 65_536;

/** Returns the function that sends spans to the collector, over OTLP/HTTP. It never rejects. */
export const createExport = (
  settings: Settings,
  {
    outbound,
    loadWriter,
    onFailure,
  }: {
    outbound: Outbound;
    /** Loads what writes OTLP when the first batch is sent. */
    loadWriter: () => Promise<WriteSpans>;
    onFailure: (failure: unknown) => void;
  },
) => {
  const { endpoint, headers, timeoutMs, format, compression } = settings;
  // The operator named this address, which may be in their own network.
  const client = outbound.permitting(endpoint);
  let writer: Promise<WriteSpans> | undefined;
  const post = async (spans: readonly FinishedSpan[]): Promise<Delivery> => {
    writer ??= loadWriter();
    const { write, refusedIn } = await writer;
    const plain = write(spans, format);
    const body = compression === 'gzip' ? await compress(plain) : plain;
    const response = await client.fetch(endpoint, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': format === 'json' ? 'application/json' : 'application/x-protobuf',
        ...(compression === 'gzip' && { 'content-encoding': 'gzip' }),
      },
      body: new Uint8Array(body),
      redirect: 'error',
      timeoutMs,
      maxBytes: largestReply,
    });
    const reply = new Uint8Array(await response.arrayBuffer());
    if (response.ok) return { outcome: 'taken', refused: Math.min(spans.length, refusedIn(reply, format)) };
    onFailure(new Error(`The collector answered with ${response.status}.`));
    return passing.has(response.status) ? { outcome: 'later', ...pauseIn(response) } : { outcome: 'refused' };
  };
  return (spans: readonly FinishedSpan[]): Promise<Delivery> =>
    post(spans).catch((error: unknown): Delivery => {
      onFailure(error);
      return { outcome: 'later' };
    });
};
