import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const endpoint = 'http://localhost:4318';

describe('the settings of the export of traces', () => {
  it('are off without an address, and with the switch of OpenTelemetry', () => {
    expect(loadConfig({}).telemetry).toBeUndefined();
    const off = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' });
    expect(off.telemetry).toBeUndefined();
  });

  it('take the names and defaults that OpenTelemetry specifies', () => {
    expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/` }).telemetry).toEqual({
      endpoint: `${endpoint}/v1/traces`,
      headers: {},
      format: 'protobuf',
      compression: 'none',
      timeoutMs: 10_000,
      resource: { 'service.name': 'atelier' },
      queueSize: 2048,
      batchSize: 512,
      delayMs: 5000,
      showsContent: false,
    });
  });

  it('prefer the address of traces, and the name of the service to that among the attributes', () => {
    const { telemetry } = loadConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example.com/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb, x-team = one',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,host.name=h',
      OTEL_SERVICE_NAME: 'ours',
    });
    expect(telemetry).toMatchObject({
      endpoint: 'https://collector.example.com/in',
      headers: { authorization: 'Bearer a,b', 'x-team': 'one' },
      resource: { 'service.name': 'ours', 'host.name': 'h' },
    });
  });

  it('refuse what they cannot use, and never show the headers', () => {
    const load = () =>
      loadConfig({
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        OTEL_EXPORTER_OTLP_HEADERS: 'secret-without-value%',
      });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/OTEL_EXPORTER_OTLP_PROTOCOL should be http\/protobuf or http\/json, not "grpc"/);
    expect(load).not.toThrow(/secret-without-value/);
  });
});
