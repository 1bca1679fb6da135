import type { ModelRequest, ModelUsage } from '@atelier/models';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { askModel, type ResolvedChatModel } from '../../../../content/models/index.ts';

interface Asking {
  resolved: ResolvedChatModel;
  signal: AbortSignal;
  /** Called with what the call used, so that it is charged with the answer. */
  onUsage: (usage: ModelUsage) => void;
}

/** The answer waits for these calls, so a slow one is abandoned after this time. */
const withinMs = 8000;

/**
 * Asks a model for a short text beside an answer. Returns undefined when it fails or is slow, because the answer can do without it. Throws
 * when the reader has stopped the answer.
 */
export const askBriefly = async (
  ctx: Ctx,
  { resolved, signal, onUsage }: Asking,
  request: ModelRequest,
): Promise<string | undefined> => {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  let text = '';
  try {
    for await (const part of askModel(ctx, resolved, request, { signal: deadline })) {
      if (part.type === 'text-delta') text += part.delta;
      if (part.type === 'finish') onUsage(part.usage);
    }
    return text.trim();
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
};
