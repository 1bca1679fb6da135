import type { ProviderKind } from './provider-config.ts';

/** A numbered piece of knowledge. `index` is the number that answers cite as `[index]`. */
export interface Chunk {
  index: number;
  chunkId: string;
  documentName: string;
  page?: number;
  /** What it stands under in its document. */
  heading?: string;
  text: string;
}

/** A picture as it is sent to a model that sees; `data` in base64. */
export interface Picture {
  mediaType: string;
  data: string;
}

export interface ChatMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Only for models that see. */
  pictures?: readonly Picture[];
}

/**
 * One question to a model. `chunks` are read by the extractive model only: a written-answer model gets
 * them in `system` through `buildKnowledgePrompt`. `model` overrides the id that the model was made with.
 */
export interface ChatRequest {
  model?: string;
  system?: string;
  messages: ChatMessage[];
  chunks?: Chunk[];
  /** What the documents are headed, where the question finds no chunk; read by the extractive model only. */
  topics?: readonly string[];
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
}

/** Tokens of one call. `estimated` is true where the provider did not say and the text was measured. */
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
 * What a reply is, where the model says so itself: an answer, the chunks that come closest to a question without a clear
 * answer, or nothing. `wordings` are other questions that may find more.
 */
export interface ReplyForm {
  kind: 'ANSWER' | 'CLOSEST_CHUNKS' | 'NONE';
  wordings: readonly string[];
}

/** `form` comes with the first text of models that know it. */
export type ModelEvent =
  | { type: 'text'; text: string; form?: ReplyForm }
  | { type: 'finish'; reason: FinishReason; usage: ModelUsage };

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * A model that answers. The stream yields text as it comes and exactly one `finish`, unless the provider
 * refused the call or was not reached; then it only throws. A call that fails or is aborted later yields
 * `finish` first, so that its tokens can be settled, and throws `ModelError` after it.
 * End a call with `signal`: leaving the loop early closes the connection but yields no usage.
 */
export interface ChatModel {
  readonly kind: ProviderKind;
  readonly modelId: string;
  stream(request: ChatRequest, options?: CallOptions): AsyncIterable<ModelEvent>;
}

export interface Embeddings {
  /** In the order of the texts. */
  vectors: Float32Array[];
  usage: { inputTokens: number; estimated: boolean };
}

/** What a text is embedded for: a question is brought near to the chunks that answer it. */
export type EmbeddingPurpose = 'QUESTION' | 'CHUNK';

export interface EmbedOptions extends CallOptions {
  /** `CHUNK` unless said. */
  purpose?: EmbeddingPurpose | undefined;
}

/** A model that embeds. Batches inside; throws `ModelError`. */
export interface EmbeddingModel {
  readonly kind: ProviderKind;
  readonly modelId: string;
  readonly dimensions?: number | undefined;
  embed(texts: string[], options?: EmbedOptions): Promise<Embeddings>;
}

/** The part of WHATWG fetch that adapters use; give them a guarded client. */
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

/** An answer in the words of the chunks, sentence by sentence. */
export interface ExtractiveReply {
  form: ReplyForm;
  pieces: string[];
}

export interface ModelDeps {
  /** Computes the reply of the extractive model, for example in a worker thread. Defaults to computing it in the calling thread. */
  extractiveReply?: (request: ChatRequest, signal: AbortSignal | undefined) => Promise<ExtractiveReply>;
  fetch: Fetch;
  modelId: string;
  timeouts?: Partial<Timeouts> | undefined;
  /** Attempts after the first one, on 429, 5xx and connection errors, before the first token. Default 2. */
  retries?: number | undefined;
}

export const defaultTimeouts: Timeouts = { connectMs: 60_000, idleMs: 60_000, totalMs: 600_000 };
export const defaultRetries = 2;
