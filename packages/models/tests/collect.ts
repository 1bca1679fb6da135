import type { ChatModel, ChatRequest, ModelEvent } from '../src/chat-model.ts';
import { ModelError } from '../src/model-error.ts';

export interface Collected {
  text: string;
  texts: string[];
  finishes: Extract<ModelEvent, { type: 'finish' }>[];
  error: ModelError | undefined;
}

/** Reads a stream to its end; a failure of the model is kept, any other is thrown. */
export const collect = async (
  model: ChatModel,
  request: Partial<ChatRequest> = {},
  { signal, onText }: { signal?: AbortSignal; onText?: (text: string) => void } = {},
): Promise<Collected> => {
  const collected: Collected = { text: '', texts: [], finishes: [], error: undefined };
  const messages = [{ role: 'user' as const, content: 'one two three four five six seven' }];
  try {
    for await (const event of model.stream({ messages, ...request }, { signal })) {
      if (event.type === 'finish') collected.finishes.push(event);
      else {
        collected.text += event.text;
        collected.texts.push(event.text);
        onText?.(event.text);
      }
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    collected.error = error;
  }
  return collected;
};
