import type { ChatModel, ModelFinish, ModelPart, ModelRequest } from '../src/chat-model.ts';
import { ModelError } from '../src/model-error.ts';
import { type ModelReply, ReplyBuilder } from '../src/reply-builder.ts';
import { toProviderPrompt } from '../src/text-message.ts';

export interface Collected extends ModelReply {
  texts: string[];
  /** The types of all parts in order, without consecutive repetitions. */
  order: ModelPart['type'][];
  parts: ModelPart[];
  finishes: ModelFinish[];
  error: ModelError | undefined;
}

/** Reads a stream to its end. A failure of the model is returned, and any other failure is thrown. */
export const collect = async (
  model: ChatModel,
  request: Partial<ModelRequest> = {},
  { signal, onText }: { signal?: AbortSignal; onText?: (text: string) => void } = {},
): Promise<Collected> => {
  const builder = new ReplyBuilder();
  const parts: ModelPart[] = [];
  const prompt = toProviderPrompt([{ role: 'user', content: 'one two three four five six seven' }]);
  let error: ModelError | undefined;
  try {
    for await (const part of model.stream({ prompt, ...request }, { signal })) {
      builder.take(part);
      parts.push(part);
      if (part.type === 'text-delta') onText?.(part.delta);
    }
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    error = thrown;
  }
  const types = parts.map(({ type }) => type);
  return {
    ...builder.reply(),
    texts: parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : [])),
    order: types.filter((type, at) => type !== types[at - 1]),
    parts,
    finishes: parts.filter((part) => part.type === 'finish'),
    error,
  };
};

/** The totals of a usage that the provider reported. */
export const totalsOf = ({ finishes }: Collected) =>
  finishes.map(({ usage }) => [usage.inputTokens.total, usage.outputTokens.total, usage.estimated]);
