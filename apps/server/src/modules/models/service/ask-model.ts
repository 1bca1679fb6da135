import type { ChatRequest, ModelEvent } from '@atelier/models';
import type { Ctx } from '../../../kernel/context.ts';
import { modelFailure } from '../model-failure.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

/**
 * Streams an answer. One log line and one metric per call, whatever its end. Throws our own failures
 * (`models.upstream_…`); a call that began yields its usage first, so that it can be settled.
 */
export async function* askModel(
  ctx: Ctx,
  { modelId, model }: ResolvedChatModel,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  const startedAt = performance.now();
  let outcome: 'completed' | 'aborted' | 'failed' = 'completed';
  let usage = { inputTokens: 0, outputTokens: 0 };
  try {
    for await (const event of model.stream(request, { signal })) {
      if (event.type === 'finish') usage = event.usage;
      yield event;
    }
  } catch (error) {
    outcome = signal.aborted ? 'aborted' : 'failed';
    throw modelFailure(error);
  } finally {
    const seconds = (performance.now() - startedAt) / 1000;
    ctx.services.metrics.observeModelCall({
      provider: model.kind,
      model: model.modelId,
      operation: 'chat',
      outcome,
      seconds,
      ...usage,
    });
    ctx.log.info(
      { tenant: ctx.tenantId, model: modelId, outcome, ms: Math.round(seconds * 1000), ...usage },
      'model call',
    );
  }
}
