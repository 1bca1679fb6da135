import { type CallOptions, ModelError, type ModelPart, type ModelRequest } from '@atelier/models';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { modelFailure } from '../model-failure.ts';
import { computeCost } from '../price.ts';
import { noTokens, startClock, toTokens } from './observing/observed-call.ts';
import { TracedReply } from './observing/traced-reply.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

/**
 * Streams a reply: text, reasoning and tool calls. Throws `models.upstream_…`; a call that has begun yields its usage before it throws, so that it can be
 * charged.
 */
export async function* askModel(
  ctx: Ctx,
  { modelId, model, price }: ResolvedChatModel,
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
  let failure: string | undefined;
  const traced = new TracedReply(ctx, request);
  try {
    for await (const part of model.stream(request, options)) {
      traced.add(part);
      if (part.type === 'finish') usage = toTokens(part.usage);
      yield part;
    }
  } catch (error) {
    failure = error instanceof ModelError ? error.code : undefined;
    outcome = options.signal.aborted ? 'aborted' : 'failed';
    throw modelFailure(error);
  } finally {
    stopClock(outcome, usage, { cost: computeCost(price, usage), failure, attributes: traced.attributes() });
  }
}
