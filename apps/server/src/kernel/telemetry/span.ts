import { createHash } from 'node:crypto';
import type { SpanParent } from '../base/span-parent.ts';
import type { Ctx } from '../context/context.ts';
import { errorType, genAi, type Operation, own } from './conventions.ts';
import type { SpanAttributes } from './finished-span.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Ids are computed from ours, so that processes which work on one run one after the other name its span alike. */
const toSpanId = (id: string): string => digest(`span ${id}`).slice(0, 16);

/** Returns the span of a request, a question or a run in the trace that began with `root`. */
export const toSpanParent = (root: string, id: string): SpanParent => ({
  traceId: digest(`trace ${root}`).slice(0, 32),
  spanId: toSpanId(id),
});

const spanIn = (parent: SpanParent | undefined, id: string): SpanParent =>
  parent ? { traceId: parent.traceId, spanId: toSpanId(id) } : toSpanParent(id, id);

/** The attributes that are known when work ends. */
export interface SpanEnd {
  attributes?: SpanAttributes;
  failure?: string | undefined;
  links?: readonly SpanParent[];
  /** Milliseconds that the work took, where it is told later. By default the time since it began. */
  tookMs?: number;
}

export interface SpanStart {
  operation: Operation;
  /** The subject of the operation, such as the name of a model. It is added to the name of the span. */
  about: string;
  isCall?: boolean;
  attributes?: SpanAttributes;
  /** The id of the work, where others refer to its span. */
  id?: string;
}

/** Work that goes on. `ctx` places what is done in it under its span. */
export interface OpenSpan {
  readonly ctx: Ctx;
  end(end?: SpanEnd): void;
}

const unrecorded = (ctx: Ctx): OpenSpan => ({ ctx, end: () => undefined });

/** Begins a span. Does nothing where traces are not exported. */
export const beginSpan = (
  ctx: Ctx,
  { operation, about, isCall = false, attributes, id }: SpanStart,
): OpenSpan => {
  const { telemetry } = ctx.services;
  if (!telemetry.isOn) return unrecorded(ctx);
  const { trace: parent } = ctx;
  const span = spanIn(parent, id ?? crypto.randomUUID());
  const began = performance.now();
  const startedAt = Date.now();
  return {
    ctx: ctx.within({ trace: span }),
    end: ({ attributes: more, failure, links = [], tookMs = performance.now() - began } = {}) =>
      telemetry.record({
        ...span,
        parentId: parent?.spanId,
        name: about === '' ? operation : `${operation} ${about}`,
        isCall,
        startedAt,
        endedAt: startedAt + tookMs,
        attributes: {
          [genAi.operation]: operation,
          [own.tenant]: ctx.tenantId,
          ...attributes,
          ...more,
          [errorType]: failure,
        },
        failure,
        links,
      }),
  };
};

/** Records work that ended just now and took `tookMs`. */
export const recordWork = (
  ctx: Ctx,
  name: string,
  {
    tookMs,
    attributes,
    failure,
  }: { tookMs: number; attributes: SpanAttributes; failure?: string | undefined },
): void => {
  const { telemetry } = ctx.services;
  if (!telemetry.isOn) return;
  const { trace: parent } = ctx;
  const span = spanIn(parent, crypto.randomUUID());
  const endedAt = Date.now();
  telemetry.record({
    ...span,
    parentId: parent?.spanId,
    name,
    isCall: false,
    startedAt: endedAt - tookMs,
    endedAt,
    attributes: { [own.tenant]: ctx.tenantId, ...attributes, [errorType]: failure },
    failure,
    links: [],
  });
};
