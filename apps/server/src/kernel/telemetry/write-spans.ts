import { type Attributes, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { SpanParent } from '../base/span-parent.ts';
import { schemaUrl } from './conventions.ts';
import type { FinishedSpan } from './finished-span.ts';

export type OtlpFormat = 'protobuf' | 'json';

/** Writes spans as OTLP, and reads what the collector answers. */
export interface WriteSpans {
  write(spans: readonly FinishedSpan[], format: OtlpFormat): Uint8Array;
  /** The number of spans that the collector says it refused. */
  refusedIn(reply: Uint8Array, format: OtlpFormat): number;
}

const serializers = { protobuf: ProtobufTraceSerializer, json: JsonTraceSerializer };

const toSpanTime = (milliseconds: number): [number, number] => {
  const seconds = Math.floor(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)];
};

const toSpanContext = ({ traceId, spanId }: SpanParent) => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
});

const toAttributes = ({ attributes }: FinishedSpan): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'object' ? [...value] : value]],
    ),
  );

/** Reads a reply that says with its status that the spans were taken. One that cannot be read is no reason to send them again. */
const rejectedIn = (reply: Uint8Array, format: OtlpFormat): number => {
  try {
    return Number(serializers[format].deserializeResponse(reply).partialSuccess?.rejectedSpans ?? 0);
  } catch {
    return 0;
  }
};

/** Makes the writer of a server, which names itself with `resource`. */
export const createWriter = (
  resource: Readonly<Record<string, string>>,
  { version }: { version: string },
): WriteSpans => {
  const common = {
    resource: resourceFromAttributes(resource, { schemaUrl }),
    instrumentationScope: { name: 'atelier', version, schemaUrl },
    events: [],
    ended: true,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
  const readable = (span: FinishedSpan) => ({
    ...common,
    name: span.name,
    kind: span.isCall ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => toSpanContext(span),
    ...(span.parentId !== undefined && {
      parentSpanContext: toSpanContext({ traceId: span.traceId, spanId: span.parentId }),
    }),
    startTime: toSpanTime(span.startedAt),
    endTime: toSpanTime(span.endedAt),
    duration: toSpanTime(span.endedAt - span.startedAt),
    status:
      span.failure === undefined
        ? { code: SpanStatusCode.UNSET }
        : { code: SpanStatusCode.ERROR, message: span.failure },
    attributes: toAttributes(span),
    links: span.links.map((link) => ({ context: toSpanContext(link) })),
  });
  return {
    write: (spans, format) => serializers[format].serializeRequest(spans.map(readable)) ?? new Uint8Array(),
    refusedIn: (reply, format) => (reply.length === 0 ? 0 : rejectedIn(reply, format)),
  };
};
