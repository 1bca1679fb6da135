import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createOutbound } from '../outbound/outbound.ts';
import type { FinishedSpan } from './finished-span.ts';
import { toSpanParent } from './span.ts';
import { createExport } from './telemetry.ts';
import { createWriter } from './write-spans.ts';

const span: FinishedSpan = {
  ...toSpanParent('q', 'q'),
  parentId: undefined,
  name: 'chat gpt',
  isCall: true,
  startedAt: 1_700_000_000_000.5,
  endedAt: 1_700_000_000_250.75,
  attributes: { text: 'a', number: 2, part: 0.5, flag: true, list: ['x'], absent: undefined },
  failure: undefined,
  links: [toSpanParent('r', 'r')],
};

describe('the export of spans', () => {
  let reply: { status: number; headers?: Record<string, string>; body?: string };
  let collector: FakeServer;
  const failures: unknown[] = [];
  const outbound = createOutbound();

  beforeAll(async () => {
    collector = await startFakeServer((_request, response) => {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(reply.body ?? '');
    });
  });
  afterAll(async () => {
    await outbound.close();
    await collector.close();
  });

  const open = (env: Record<string, string> = {}) => {
    const { telemetry } = loadConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      ...env,
    });
    if (!telemetry) throw new Error('The export is off.');
    return createExport(telemetry, {
      outbound,
      loadWriter: async () => createWriter(telemetry.resource, { version: 'test' }),
      onFailure: (failure) => failures.push(failure),
    });
  };

  it('writes times, kinds, attributes and links as OTLP says, with the headers of the operator', async () => {
    reply = { status: 200, body: '{}' };
    const send = open({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20k', OTEL_SERVICE_NAME: 'ours' });
    expect(await send([span])).toEqual({ outcome: 'taken', refused: 0 });
    const { path, headers, body } = collector.requests.at(-1) ?? {};
    expect(path).toBe('/v1/traces');
    expect(headers).toMatchObject({ authorization: 'Bearer k', 'content-type': 'application/json' });
    expect(body).toMatchObject({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'ours' } }] },
          scopeSpans: [
            {
              schemaUrl: 'https://opentelemetry.io/schemas/1.41.0',
              spans: [
                {
                  traceId: span.traceId,
                  spanId: span.spanId,
                  kind: 3,
                  startTimeUnixNano: '1700000000000500000',
                  endTimeUnixNano: '1700000000250750000',
                  links: [toSpanParent('r', 'r')],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('absent');
  });

  it('tells what the collector refused, and when it wants to be asked again', async () => {
    const send = open();
    reply = { status: 200, body: '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"no"}}' };
    expect(await send([span, span])).toEqual({ outcome: 'taken', refused: 1 });
    reply = { status: 503, headers: { 'retry-after': '7' } };
    expect(await send([span])).toEqual({ outcome: 'later', afterMs: 7000 });
    reply = { status: 400 };
    expect(await send([span])).toEqual({ outcome: 'refused' });
    expect(failures).toHaveLength(2);
  });

  it('never rejects: an answer that cannot be read counts as taken, and no answer as one to try again', async () => {
    reply = { status: 200, body: 'no JSON' };
    expect(await open()([span])).toEqual({ outcome: 'taken', refused: 0 });
    const binary = open({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' });
    expect(await binary([span])).toEqual({ outcome: 'taken', refused: 0 });
    const gone = open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect(await gone([span])).toEqual({ outcome: 'later' });
  });
});
