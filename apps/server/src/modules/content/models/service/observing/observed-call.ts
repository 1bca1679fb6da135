import type { ModelUsage } from '@atelier/models';
import { toCredits } from '../../../../../kernel/base/credits.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Metrics } from '../../../../../kernel/log/metrics.ts';
import { genAi, own, providerName } from '../../../../../kernel/telemetry/conventions.ts';
import type { SpanAttributes } from '../../../../../kernel/telemetry/finished-span.ts';
import { beginSpan } from '../../../../../kernel/telemetry/span.ts';

type Observation = Parameters<Metrics['observeModelCall']>[0];
type Tokens = Pick<Observation, 'inputTokens' | 'outputTokens'>;

export interface ModelCall extends Pick<Observation, 'provider' | 'model' | 'operation'> {
  /** `<provider>/<model>` as the tenant knows it, for the log. */
  modelId: string;
}

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0 };

export const toTokens = ({ inputTokens, outputTokens }: ModelUsage): Tokens => ({
  inputTokens: inputTokens.total,
  outputTokens: outputTokens.total,
});

/** The facts about a call that has ended, besides its tokens. */
export interface CallEnd {
  /** Micro-credits. */
  cost?: number | undefined;
  failure?: string | undefined;
  attributes?: SpanAttributes;
}

const spanEnd = (
  outcome: Observation['outcome'],
  tokens: Tokens,
  { cost, failure, attributes }: CallEnd,
) => ({
  failure: outcome === 'completed' ? undefined : (failure ?? outcome),
  attributes: {
    ...attributes,
    [genAi.inputTokens]: tokens.inputTokens,
    [genAi.outputTokens]: tokens.outputTokens,
    [own.credits]: cost === undefined ? undefined : toCredits(cost),
  },
});

/** The conventions have names for two of our operations only. */
const spanOperations = {
  chat: 'chat',
  embedding: 'embeddings',
  rerank: 'rerank',
  transcription: 'transcription',
} as const;

/**
 * Starts to measure a call. Returns a function that records the call's one metric, log line and span, however the call ended.
 */
export const startClock = (ctx: Ctx, { modelId, ...call }: ModelCall) => {
  const startedAt = performance.now();
  const span = beginSpan(ctx, {
    operation: spanOperations[call.operation],
    about: call.model,
    isCall: true,
    attributes: { [genAi.provider]: providerName(call.provider), [genAi.requestModel]: call.model },
  });
  return (outcome: Observation['outcome'], tokens: Tokens, end: CallEnd = {}): void => {
    const seconds = (performance.now() - startedAt) / 1000;
    ctx.services.metrics.observeModelCall({ ...call, ...tokens, outcome, seconds });
    span.end(spanEnd(outcome, tokens, end));
    const ms = Math.round(seconds * 1000);
    const { operation } = call;
    ctx.log.info({ tenant: ctx.tenantId, model: modelId, operation, outcome, ms, ...tokens }, 'model call');
  };
};
