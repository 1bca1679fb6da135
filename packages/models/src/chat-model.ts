import type { ProviderKind } from './provider-config.ts';

/** A retrieved chunk. `index` is the number that answers cite as `[index]`. */
export interface Chunk {
  index: number;
  chunkId: string;
  documentName: string;
  page?: number;
  /** The headings above the chunk in its document. */
  heading?: string;
  text: string;
}

/** A picture for a vision model; `data` is base64. */
export interface Picture {
  mediaType: string;
  data: string;
}

export interface ChatMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Pictures, for vision models only. */
  pictures?: readonly Picture[];
}

/**
 * A request for one answer. Only the extractive model reads `chunks`; language models get them in `system` through
 * `buildKnowledgePrompt`. `model` overrides the id that the model was created with.
 */
export interface ChatRequest {
  model?: string;
  system?: string;
  messages: ChatMessage[];
  chunks?: Chunk[];
  /** Headings of the documents, given when no chunk was found; read by the extractive model only. */
  topics?: readonly string[];
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
}

/** Tokens of one call. `estimated` is true when the provider reported none, so that they were estimated from the text. */
export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
  estimated: boolean;
}

/** Why a stream ended. `aborted` and `error` are followed by a thrown `ModelError`. */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'content_filter'
  | 'tool_calls'
  | 'other'
  | 'aborted'
  | 'error';

/**
 * The kind of a reply, from models that report it: an answer, the closest chunks when there is no clear answer, or nothing.
 * `wordings` are rephrased questions that may find more.
 */
export interface ReplyForm {
  kind: 'ANSWER' | 'CLOSEST_CHUNKS' | 'NONE';
  wordings: readonly string[];
}

/** One event of a stream. Models that report the kind of the reply send `form` with the first text. */
export type ModelEvent =
  | { type: 'text'; text: string; form?: ReplyForm }
  | { type: 'finish'; reason: FinishReason; usage: ModelUsage };

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * A chat model. The stream yields text as it arrives and exactly one `finish`. If the provider refuses the call or cannot be
 * reached, it throws `ModelError` without `finish`. A call that fails or is aborted later yields `finish` first, so that its
 * tokens can be charged, and then throws `ModelError`.
 * End a call with `signal`: leaving the loop early closes the connection but yields no usage.
 */
export interface ChatModel {
  readonly kind: ProviderKind;
  readonly modelId: string;
  stream(request: ChatRequest, options?: CallOptions): AsyncIterable<ModelEvent>;
}

export interface Embeddings {
  /** One vector for each text, in the order of the texts. */
  vectors: Float32Array[];
  usage: { inputTokens: number; estimated: boolean };
}

/** The role of a text in retrieval. Many models embed questions differently, so that they are close to the chunks that answer them. */
export type EmbeddingPurpose = 'QUESTION' | 'CHUNK';

export interface EmbedOptions extends CallOptions {
  /** Defaults to `CHUNK`. */
  purpose?: EmbeddingPurpose | undefined;
}

/** An embedding model. Splits long lists into batches. Throws `ModelError`. */
export interface EmbeddingModel {
  readonly kind: ProviderKind;
  readonly modelId: string;
  readonly dimensions?: number | undefined;
  embed(texts: string[], options?: EmbedOptions): Promise<Embeddings>;
}

/** WHATWG fetch, as adapters use it. Pass a client that checks addresses. */
export type Fetch = typeof globalThis.fetch;

/**
 * Milliseconds: `connectMs` until the provider's headers, `idleMs` between two pieces of the reply,
 * `totalMs` for the whole call with its retries.
 */
export interface Timeouts {
  connectMs: number;
  idleMs: number;
  totalMs: number;
}

/** An answer that quotes sentences of the chunks. */
export interface ExtractiveReply {
  form: ReplyForm;
  pieces: string[];
}

export interface ModelDeps {
  /** Computes the reply of the extractive model, for example in a worker thread. By default it runs in the calling thread. */
  extractiveReply?: (request: ChatRequest, signal: AbortSignal | undefined) => Promise<ExtractiveReply>;
  fetch: Fetch;
  modelId: string;
  timeouts?: Partial<Timeouts> | undefined;
  /** Attempts after the first one, on 429, 5xx and connection errors, before the first token. Default 2. */
  retries?: number | undefined;
}

export const defaultTimeouts: Timeouts = { connectMs: 60_000, idleMs: 60_000, totalMs: 600_000 };
export const defaultRetries = 2;
