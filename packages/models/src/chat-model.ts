import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type {
  ExtractiveOptions,
  ExtractiveReply,
  ExtractiveRequest,
} from './extractive/extractive-request.ts';
import type { ProviderKind } from './provider-config.ts';

/** A JSON Schema (draft 7), as providers take it. */
export type JsonSchema = Record<string, unknown>;

/** A tool that the model may call. `strict` asks the provider to force valid arguments, where it can. */
export interface ModelTool extends Omit<LanguageModelV4FunctionTool, 'inputSchema'> {
  inputSchema: JsonSchema;
}

/** Options that only one provider understands, under its name; `extractive` contains the chunks that the built-in model quotes. */
export type ProviderOptions = SharedV4ProviderOptions & { extractive?: ExtractiveOptions };

/**
 * A request for one reply, in the words of the AI SDK's `LanguageModelV4`: a prompt of messages with parts, tools with a JSON Schema
 * each, `toolChoice`, `responseFormat`, `reasoning` and settings. Source: ai-sdk.dev/docs/reference.
 */
export interface ModelRequest
  extends Omit<
    LanguageModelV4CallOptions,
    'abortSignal' | 'headers' | 'includeRawChunks' | 'providerOptions' | 'responseFormat' | 'tools'
  > {
  tools?: ModelTool[];
  responseFormat?:
    | { type: 'text' }
    | { type: 'json'; schema?: JsonSchema; name?: string; description?: string };
  providerOptions?: ProviderOptions;
}

/**
 * Tokens of one call. The totals are always there; the details (cached, reasoning) only if the provider reports them. `estimated` is
 * true when the provider did not report a total, so that it was estimated from the text.
 */
export interface ModelUsage extends LanguageModelV4Usage {
  inputTokens: LanguageModelV4Usage['inputTokens'] & { total: number };
  outputTokens: LanguageModelV4Usage['outputTokens'] & { total: number };
  estimated: boolean;
}

/**
 * The end of a stream. `raw` is the provider's own word. If the call was stopped or failed, `unified` is `error` and `raw` is the code
 * of the `ModelError` that is thrown next.
 */
export interface ModelFinish {
  type: 'finish';
  finishReason: LanguageModelV4FinishReason;
  usage: ModelUsage;
  providerMetadata?: SharedV4ProviderMetadata;
}

/** One part of a stream: text, reasoning, and tool calls as they arrive, each between its start and its end, and finally a finish. */
export type ModelPart =
  | Exclude<LanguageModelV4StreamPart, { type: 'finish' | 'error' | 'raw' }>
  | ModelFinish;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /**
   * The longest time in milliseconds that the text between two reads may wait, for replies that a human reads. The first text is
   * passed on at once. Each read costs about the same however much it brings, so fewer reads make a long reply cheaper.
   */
  readEveryMs?: number | undefined;
  /** Attempts after the first one, in the place of those of the model. */
  retries?: number | undefined;
}

/** The abilities of a kind of model. One model of a provider may still refuse it, which is a `ModelError` of the call. */
export interface ModelCapabilities {
  tools: boolean;
  structuredOutput: boolean;
}

/**
 * A chat model. The stream yields parts as they arrive and exactly one `finish`. If the provider refuses the call or cannot be
 * reached, it throws `ModelError` without `finish`. A call that fails or is aborted later yields `finish` first, so that its
 * tokens can be charged, and then throws `ModelError`. A reply without a text and without a call of an offered tool is a `ModelError` without
 * `finish`, because it is not charged.
 * End a call with `signal`: leaving the loop early closes the connection but yields no usage.
 */
export interface ChatModel {
  readonly kind: ProviderKind;
  readonly modelId: string;
  readonly capabilities: ModelCapabilities;
  stream(request: ModelRequest, options?: CallOptions): AsyncIterable<ModelPart>;
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

export interface ModelDeps {
  /** Computes the reply of the extractive model, for example in a worker thread. By default it runs in the calling thread. */
  extractiveReply?: (request: ExtractiveRequest, signal: AbortSignal | undefined) => Promise<ExtractiveReply>;
  fetch: Fetch;
  modelId: string;
  timeouts?: Partial<Timeouts> | undefined;
  /** Attempts after the first one, on 429, 5xx and connection errors, before the first token. Default 2. */
  retries?: number | undefined;
}

export const defaultTimeouts: Timeouts = { connectMs: 60_000, idleMs: 60_000, totalMs: 600_000 };
export const defaultRetries = 2;
