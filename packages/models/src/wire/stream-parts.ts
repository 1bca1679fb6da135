import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { CallOptions, ModelDeps, ModelPart, ModelRequest } from '../chat-model.ts';
import { ModelError, toModelError } from '../model-error.ts';
import { Deadline } from './deadline.ts';
import { createPace } from './pace.ts';
import { Reply } from './reply.ts';
import { withReadableInputs } from './tool-inputs.ts';
import type { Upstream, Wire } from './wire.ts';
import { withRetries } from './with-retries.ts';

/** A call that brought nothing costs nothing, so it has no usage. */
const isFree = ({ code }: ModelError): boolean =>
  code === 'models.empty_reply' || code === 'models.reply_used_up';

interface Call {
  request: ModelRequest;
  options: CallOptions;
  deps: Omit<ModelDeps, 'fetch' | 'modelId'>;
}

/**
 * Runs one call of any wire: time limits, retries before the first token, clean text, and one finish with usage at every end.
 * Throws `ModelError`.
 */
export async function* streamParts(
  wire: Wire,
  { request: given, options, deps }: Call,
): AsyncGenerator<ModelPart> {
  const request = withReadableInputs(given);
  const deadline = new Deadline(deps.timeouts, options.signal);
  const reply = new Reply(request);
  const connection = new Connection(wire, deadline, reply);
  const pace = createPace(options.readEveryMs);
  try {
    let parts = await withRetries(() => connection.start(request), {
      deadline,
      retries: options.retries ?? deps.retries,
    });
    while (parts.length > 0) {
      for (const part of parts) {
        const rest = reply.restBefore(part);
        if (rest) yield rest;
        const taken = reply.take(part);
        if (taken) yield taken;
      }
      await pace(deadline.signal);
      parts = await connection.next();
    }
    reply.requireEnd();
    reply.requireContent();
    yield reply.finish();
  } catch (thrown) {
    const error = deadline.failure ?? toModelError(thrown);
    if (reply.accepted && !isFree(error)) yield reply.finish(error);
    throw error;
  } finally {
    deadline.end();
    connection.close();
  }
}

type Parts = readonly LanguageModelV4StreamPart[];

/** Parts that only announce others. A call that fails after them has shown nothing yet and can be repeated. */
const announcements = new Set<LanguageModelV4StreamPart['type']>([
  'stream-start',
  'response-metadata',
  'text-start',
  'reasoning-start',
  'custom',
  'ping',
  'raw',
]);

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
  async start(request: ModelRequest): Promise<Parts> {
    this.#reply.accepted = false;
    this.#deadline.armConnect();
    this.#upstream = await this.#open(request);
    this.#reply.accepted = true;
    this.#deadline.armIdle();
    try {
      return await this.#firstParts();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async next(): Promise<Parts> {
    const parts = (await this.#upstream?.next()) ?? [];
    if (this.#deadline.failure) throw this.#deadline.failure;
    this.#deadline.touch();
    return parts;
  }

  close(): void {
    this.#upstream?.close();
  }

  async #open(request: ModelRequest): Promise<Upstream> {
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

  async #firstParts(): Promise<Parts> {
    const seen: LanguageModelV4StreamPart[] = [];
    for (;;) {
      const parts = await this.next();
      seen.push(...parts);
      const first = parts.find(({ type }) => !announcements.has(type));
      const isInterrupted = first?.type === 'finish' && first.finishReason.raw === undefined;
      if (parts.length === 0 || isInterrupted)
        throw new ModelError('models.unavailable', {
          retryable: true,
          providerMessage: 'The reply ended before it began.',
        });
      if (first) return seen;
    }
  }
}
