import type { ChatRequest, ModelEvent } from '@atelier/models';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { modelFailure } from '../model-failure.ts';
import { noTokens, startClock } from './observed-call.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

/**
 * Streams an answer. Throws `models.upstream_…`; a call that has begun yields its usage before it throws, so that it can be
 * charged.
 */
export async function* askModel(
  ctx: Ctx,
  { modelId, model }: ResolvedChatModel,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  const stopClock = startClock(ctx, {
    modelId,
    provider: model.kind,
    model: model.modelId,
    operation: 'chat',
  });
  let outcome: 'completed' | 'aborted' | 'failed' = 'completed';
  let usage = noTokens;
  try {
    for await (const event of model.stream(request, { signal })) {
      if (event.type === 'finish') usage = event.usage;
      yield event;
    }
  } catch (error) {
    outcome = signal.aborted ? 'aborted' : 'failed';
    throw modelFailure(error);
  } finally {
    stopClock(outcome, usage);
  }
}
