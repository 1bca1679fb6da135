import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../log/metrics.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createExport } from './export-spans.ts';
import type { FinishedSpan } from './finished-span.ts';
import { SpanQueue } from './span-queue.ts';

/** Sends the traces of answers and runs to a collector of the operator. Recording never waits, and never fails. */
export interface Telemetry {
  readonly isOn: boolean;
  /** True when what people and models wrote is sent too. */
  readonly showsContent: boolean;
  record(span: FinishedSpan): void;
  close(): Promise<void>;
}

export const noTelemetry: Telemetry = {
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
