import type { ModelUsage } from '@atelier/models';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Metrics } from '../../../../kernel/log/metrics.ts';

type Observation = Parameters<Metrics['observeModelCall']>[0];
type Tokens = Pick<Observation, 'inputTokens' | 'outputTokens'>;

export interface ModelCall extends Pick<Observation, 'provider' | 'model' | 'operation'> {
  /** `<provider>/<model>` as the tenant knows it, for the log. */
  modelId: string;
}

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0 };

export const tokensOf = ({ inputTokens, outputTokens }: ModelUsage): Tokens => ({
  inputTokens: inputTokens.total,
  outputTokens: outputTokens.total,
});

/** Starts to measure a call. Returns a function that records the call's one metric and log line, however the call ended. */
export const startClock = (ctx: Ctx, { modelId, ...call }: ModelCall) => {
  const startedAt = performance.now();
  return (outcome: Observation['outcome'], tokens: Tokens): void => {
    const seconds = (performance.now() - startedAt) / 1000;
    ctx.services.metrics.observeModelCall({ ...call, ...tokens, outcome, seconds });
    const ms = Math.round(seconds * 1000);
    const { operation } = call;
    ctx.log.info({ tenant: ctx.tenantId, model: modelId, operation, outcome, ms, ...tokens }, 'model call');
  };
};
