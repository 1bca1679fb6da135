import type { Chunk } from '../prompts/chunk.ts';
import type { TextMessage } from '../text-message.ts';

/** The chunks that the extractive model quotes. They belong in `providerOptions.extractive` of a request. */
export type ExtractiveOptions = {
  chunks?: Chunk[];
  /** Questions that are known to be answered. Some are offered when no chunk was found. */
  samples?: string[];
};

export interface ExtractiveRequest extends ExtractiveOptions {
  messages: readonly TextMessage[];
  /** The likenesses (cosines) of the sentences of `sentencesToCompare` to the question, in their order. */
  likenesses?: readonly number[] | undefined;
}

/**
 * The kind of a reply: an answer, the closest chunks when there is no clear answer, or nothing.
 * `wordings` are rephrased questions that may find more.
 */
export type ReplyForm = {
  kind: 'ANSWER' | 'CLOSEST_CHUNKS' | 'NONE';
  wordings: string[];
};

/** An answer that quotes sentences of the chunks. */
export interface ExtractiveReply {
  form: ReplyForm;
  pieces: string[];
}
