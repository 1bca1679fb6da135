import { z } from 'zod';
import { text, type VariableNote, variableNotes, webUrl, wholeNumber } from './config-kinds.ts';

/** Reads pairs such as `name=value,other=value`, whose values are percent-encoded, as W3C Baggage writes them. */
const pairs = () =>
  z.string().transform((value, issues): Record<string, string> => {
    const entries = value
      .split(',')
      .map((pair) => pair.trim())
      .filter((pair) => pair !== '')
      .map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      });
    try {
      if (entries.every(([name]) => /^[\w.-]+$/.test(name)))
        return Object.fromEntries(entries.map(([name, given]) => [name, decodeURIComponent(given)]));
    } catch {
      // Something that is not percent-encoded is reported like anything else that is no pair.
    }
    issues.addIssue({ code: 'custom', message: 'not a list of pairs' });
    return z.NEVER;
  });

const truth = () =>
  z
    .string()
    .regex(/^(true|false)$/i)
    .transform((value) => value.toLowerCase() === 'true');

const note = (description: string, expects: string, fallback?: string): VariableNote => ({
  section: 'Traces',
  description,
  expects,
  ...(fallback === undefined ? {} : { fallback }),
});

/** Variables that the specification of OpenTelemetry names. */
export const telemetry = {
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl()
    .optional()
    .register(
      variableNotes,
      note(
        'Collector of OpenTelemetry that gets the traces of answers and runs over OTLP/HTTP; `/v1/traces` is added. Without an address nothing is exported.',
        'an address such as http://localhost:4318',
      ),
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl()
    .optional()
    .register(
      variableNotes,
      note(
        'The whole address for traces, in the place of `OTEL_EXPORTER_OTLP_ENDPOINT`.',
        'an address such as http://localhost:4318/v1/traces',
      ),
    ),
  OTEL_EXPORTER_OTLP_HEADERS: pairs()
    .default({})
    .register(
      variableNotes,
      note(
        'Headers for the collector, such as a key. Values are percent-encoded.',
        'a comma-separated list such as authorization=Bearer%20KEY',
      ),
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'])
    .default('http/protobuf')
    .register(
      variableNotes,
      note('How traces are written. gRPC is not spoken.', 'http/protobuf or http/json', 'http/protobuf'),
    ),
  OTEL_EXPORTER_OTLP_COMPRESSION: z
    .enum(['gzip', 'none'])
    .default('none')
    .register(variableNotes, note('Whether traces are compressed.', 'gzip or none', 'none')),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(1, 600_000, 10_000).register(
    variableNotes,
    note('Milliseconds after which a call of the collector is given up.', 'a whole number', '10000'),
  ),
  OTEL_SERVICE_NAME: text()
    .optional()
    .register(variableNotes, note('Name of this server in traces; `atelier` unless set.', 'a text')),
  OTEL_RESOURCE_ATTRIBUTES: pairs()
    .default({})
    .register(
      variableNotes,
      note(
        'What else traces say of this server. Values are percent-encoded.',
        'a comma-separated list such as deployment.environment.name=production',
      ),
    ),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(1, 1_000_000, 2048).register(
    variableNotes,
    note(
      'The most spans that wait in memory for the collector. Further ones are dropped, and counted in `atelier_trace_spans_total`.',
      'a whole number from 1 to 1000000',
      '2048',
    ),
  ),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: wholeNumber(1, 10_000, 512).register(
    variableNotes,
    note('The most spans in one call of the collector.', 'a whole number from 1 to 10000', '512'),
  ),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1, 600_000, 5000).register(
    variableNotes,
    note('Milliseconds for which spans wait for others to share a call.', 'a whole number', '5000'),
  ),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: truth()
    .default(false)
    .register(
      variableNotes,
      note(
        'Whether traces contain what people and models wrote: questions, answers, instructions, queries and the arguments of tools, of all companies.',
        'true or false',
        'false',
      ),
    ),
  OTEL_SDK_DISABLED: truth()
    .default(false)
    .register(variableNotes, note('Switches the export off.', 'true or false', 'false')),
};

type Variables = z.output<z.ZodObject<typeof telemetry>>;

/** Returns the settings of the export; undefined when it is off. */
export const nestTelemetry = (env: Variables) => {
  const endpoint =
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (env.OTEL_EXPORTER_OTLP_ENDPOINT && `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`);
  if (endpoint === undefined || env.OTEL_SDK_DISABLED) return undefined;
  return {
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    format: env.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json' ? ('json' as const) : ('protobuf' as const),
    compression: env.OTEL_EXPORTER_OTLP_COMPRESSION,
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: {
      'service.name': 'atelier',
      ...env.OTEL_RESOURCE_ATTRIBUTES,
      ...(env.OTEL_SERVICE_NAME !== undefined && { 'service.name': env.OTEL_SERVICE_NAME }),
    } as Record<string, string>,
    queueSize: env.OTEL_BSP_MAX_QUEUE_SIZE,
    batchSize: env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
    showsContent: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
  };
};
