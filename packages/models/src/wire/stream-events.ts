import type { CallOptions, ChatRequest, FinishReason, ModelDeps, ModelEvent } from '../chat-model.ts';
import { cleanText, safeEnd } from '../clean-text.ts';
import { estimateRequestTokens, estimateTokens } from '../estimate-tokens.ts';
import { ModelError, toModelError } from '../model-error.ts';
import { Deadline } from './deadline.ts';
import type { Upstream, UpstreamPart, Wire } from './wire.ts';
import { withRetries } from './with-retries.ts';

interface Call {
  request: ChatRequest;
  options: CallOptions;
  deps: Omit<ModelDeps, 'fetch' | 'modelId'>;
}

/** Runs one call: time limits, retries before the first token, clean text, and usage at every end. Throws `ModelError`. */
export async function* streamEvents(
  wire: Wire,
  { request, options, deps }: Call,
): AsyncGenerator<ModelEvent> {
  const deadline = new Deadline(deps.timeouts, options.signal);
  const reply = new Reply(request);
  const connection = new Connection(wire, deadline, reply);
  try {
    let part: UpstreamPart | undefined = await withRetries(() => connection.start(request), {
      deadline,
      retries: deps.retries,
    });
    while (part) {
      const text = reply.take(part);
      if (text !== '') yield { type: 'text', text };
      part = await connection.next();
    }
    const rest = reply.flush();
    if (rest !== '') yield { type: 'text', text: rest };
    reply.requireEnd();
    yield reply.finish();
  } catch (thrown) {
    const error = deadline.failure ?? toModelError(thrown);
    if (reply.accepted) yield reply.finish(error.code === 'models.aborted' ? 'aborted' : 'error');
    throw error;
  } finally {
    deadline.end();
    connection.close();
  }
}

/** The connection of the current attempt; closed immediately when the deadline expires. */
class Connection {
  readonly #wire: Wire;
  readonly #deadline: Deadline;
  readonly #reply: Reply;
  #upstream: Upstream | undefined;

  constructor(wire: Wire, deadline: Deadline, reply: Reply) {
    this.#wire = wire;
    this.#deadline = deadline;
    this.#reply = reply;
    deadline.signal.addEventListener('abort', () => this.close(), { once: true });
  }

  /** Opens the connection and reads up to the first token. A failure before it is retried like a refused connection. */
  async start(request: ChatRequest): Promise<UpstreamPart> {
    this.#reply.accepted = false;
    this.#deadline.armConnect();
    this.#upstream = await this.#open(request);
    this.#reply.accepted = true;
    this.#deadline.armIdle();
    try {
      return await this.#firstPart();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async next(): Promise<UpstreamPart | undefined> {
    const part = await this.#upstream?.next();
    if (this.#deadline.failure) throw this.#deadline.failure;
    this.#deadline.touch();
    return part;
  }

  close(): void {
    this.#upstream?.close();
  }

  async #open(request: ChatRequest): Promise<Upstream> {
    const opening = this.#wire.open(request, this.#deadline.signal);
    // A client that ignores the signal may connect after the call is over; that connection is closed.
    const closeLate = (late: Upstream) => {
      if (this.#deadline.failure) late.close();
    };
    opening.then(closeLate, () => undefined);
    try {
      return await this.#deadline.race(opening);
    } catch (error) {
      // The provider may already work on an aborted call and will charge for it.
      this.#reply.accepted = this.#deadline.failure?.code === 'models.aborted';
      throw error;
    }
  }

  async #firstPart(): Promise<UpstreamPart> {
    let merged: UpstreamPart = {};
    for (;;) {
      const part = await this.next();
      if (part === undefined)
        throw new ModelError('models.unavailable', {
          retryable: true,
          providerMessage: 'The reply ended before it began.',
        });
      merged = { ...merged, ...part };
      if (part.text !== undefined || part.reason !== undefined || part.ended) return merged;
    }
  }
}

/** The part of the reply that has arrived. */
class Reply {
  accepted = false;
  readonly #request: ChatRequest;
  #text = '';
  #held = '';
  #reason: FinishReason | undefined;
  #inputTokens: number | undefined;
  #outputTokens: number | undefined;

  constructor(request: ChatRequest) {
    this.#request = request;
  }

  take(part: UpstreamPart): string {
    this.#reason = part.reason ?? this.#reason ?? (part.ended && 'stop');
    this.#inputTokens = part.inputTokens ?? this.#inputTokens;
    this.#outputTokens = part.outputTokens ?? this.#outputTokens;
    if (part.text === undefined || part.text === '') return '';
    const text = this.#held + cleanText(part.text);
    const end = safeEnd(text);
    this.#held = end === text.length ? '' : text.slice(end);
    const whole = end === text.length ? text : text.slice(0, end);
    this.#text += whole;
    return whole;
  }

  // Half of a surrogate pair without its other half is dropped.
  flush(): string {
    const rest = this.#held === '' ? '' : '\ufffd';
    this.#held = '';
    this.#text += rest;
    return rest;
  }

  /** Throws when the stream ended without a final event, because it was interrupted. */
  requireEnd(): void {
    if (this.#reason === undefined)
      throw new ModelError('models.unavailable', {
        retryable: true,
        providerMessage: 'The connection ended in the middle of the reply.',
      });
  }

  finish(reason?: FinishReason): ModelEvent {
    const inputTokens = this.#inputTokens;
    const outputTokens = this.#outputTokens;
    return {
      type: 'finish',
      reason: reason ?? this.#reason ?? 'other',
      usage: {
        inputTokens: inputTokens ?? estimateRequestTokens(this.#request),
        outputTokens: outputTokens ?? estimateTokens(this.#text),
        estimated: inputTokens === undefined || outputTokens === undefined,
      },
    };
  }
}
