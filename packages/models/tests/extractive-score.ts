import { extractiveModel, readReplyForm } from '../src/extractive/extractive-model.ts';
import type { Chunk } from '../src/prompts/chunk.ts';
import { type TextMessage, toProviderPrompt } from '../src/text-message.ts';
import { documents, type Triple } from './extractive-set.ts';

/** Returns every document as a chunk, as a retriever does that found the right document among others. */
export const chunksFor = (first: number): Chunk[] => {
  const all = Object.entries(documents);
  const turned = [...all.slice(first % all.length), ...all.slice(0, first % all.length)];
  return turned.slice(0, 6).map(([chunkId, { name, text }], at) => ({
    index: at + 1,
    chunkId,
    documentName: name,
    text,
  }));
};

/** Returns the chunks with the document of the question at one of the first three ranks, in turn. */
export const chunksOf = (triple: Triple, at: number): Chunk[] => {
  const home = Object.keys(documents).indexOf(String(triple.document));
  return chunksFor(home - (at % 3) + Object.keys(documents).length);
};

/** The whole reply, and the kind of reply that the model reports. */
export const form = async (question: string, chunks: Chunk[], history: TextMessage[] = []) => {
  const prompt = toProviderPrompt([...history, { role: 'user', content: question }]);
  const whole = { text: '', kind: '', wordings: [] as string[] };
  for await (const part of extractiveModel().stream({
    prompt,
    providerOptions: { extractive: { chunks } },
  })) {
    if (part.type === 'text-delta') whole.text += part.delta;
    Object.assign(whole, readReplyForm(part));
  }
  return whole;
};

export const answer = async (question: string, chunks: Chunk[], history: TextMessage[] = []) =>
  (await form(question, chunks, history)).text;

/** True when the answer quotes the expected sentence with the number of its chunk. */
export const isHit = (reply: string, triple: Triple, chunks: Chunk[]): boolean => {
  const number = chunks.find(({ chunkId }) => chunkId === triple.document)?.index;
  const at = reply.indexOf(triple.gold);
  return at >= 0 && /\[(\d+)\]/.exec(reply.slice(at))?.[1] === String(number);
};
