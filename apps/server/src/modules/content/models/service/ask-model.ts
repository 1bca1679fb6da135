import type { CallOptions, ModelPart, ModelRequest } from '@atelier/models';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { modelFailure } from '../model-failure.ts';
import { noTokens, startClock, tokensOf } from './observed-call.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

/**
 * Streams a reply: text, reasoning and tool calls. Throws `models.upstream_…`; a call that has begun yields its usage before it throws, so that it can be
 * charged.
 */
export async function* askModel(
  ctx: Ctx,
  { modelId, model }: ResolvedChatModel,
  request: ModelRequest,
  options: CallOptions & { signal: AbortSignal },
): AsyncIterable<ModelPart> {
  const stopClock = startClock(ctx, {
    modelId,
    provider: model.kind,
    model: model.modelId,
    operation: 'chat',
  });
  let outcome: 'completed' | 'aborted' | 'failed' = 'completed';
  let usage = noTokens;
  try {
    for await (const part of model.stream(request, options)) {
      if (part.type === 'finish') usage = tokensOf(part.usage);
      yield part;
    }
  } catch (error) {
    outcome = options.signal.aborted ? 'aborted' : 'failed';
    throw modelFailure(error);
  } finally {
    stopClock(outcome, usage);
  }
}
