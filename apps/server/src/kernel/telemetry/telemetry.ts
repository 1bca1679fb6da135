import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readRetryAfter } from '@atelier/contracts/kernel/retry-after';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../log/metrics.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { FinishedSpan } from './finished-span.ts';
import { type Delivery, SpanQueue } from './span-queue.ts';
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

/** Sends the traces of answers and runs to a collector of the operator. Recording never waits, and never fails. */
export interface Telemetry {
  readonly isOn: boolean;
  /** True when what people and models wrote is sent too. */
  readonly showsContent: boolean;
  record(span: FinishedSpan): void;
  close(): Promise<void>;
}

const noTelemetry: Telemetry = {
  isOn: false,
  showsContent: false,
  record: () => undefined,
  close: async () => undefined,
};

interface Parts {
  config: Config;
  outbound: Outbound;
  metrics: Metrics;
  log: Log;
  version: string;
}

const closeWithinMs = 2000;
/** Failures of the collector are told in the log at most this often. */
const tellEveryMs = 60_000;

export const createTelemetry = ({ config, outbound, metrics, log, version }: Parts): Telemetry => {
  const { telemetry: settings } = config;
  if (!settings) return noTelemetry;
  let toldAt = Number.NEGATIVE_INFINITY;
  const onFailure = (failure: unknown): void => {
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    log.warn({ err: failure }, 'traces could not be exported');
  };
  const loadWriter = async () =>
    (await import('./write-spans.ts')).createWriter(settings.resource, { version });
  const queue = new SpanQueue<FinishedSpan>({
    capacity: settings.queueSize,
    batchSize: Math.min(settings.batchSize, settings.queueSize),
    delayMs: settings.delayMs,
    send: createExport(settings, { outbound, loadWriter, onFailure }),
    count: (outcome, spans) => metrics.countSpans(outcome, spans),
  });
  return {
    isOn: true,
    showsContent: settings.showsContent,
    record: (span) => queue.add(span),
    close: () => queue.close(closeWithinMs),
  };
};
