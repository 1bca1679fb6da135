import { isQuickToParse, type JsonLimits, quickJson } from '@atelier/contracts/kernel/measure-json';
import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import type { Fetch } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';

/**
 * The most of a list that is parsed without a pause: 96 vectors of 4,096 dimensions have 400,000 values, the longest list of models 30,000,
 * and the transcript of three hours 100,000.
 */
const mostListed: JsonLimits = { characters: 16_000_000, values: 600_000, keys: 60_000, depth: 100 };

const tooMuch = () =>
  new ModelError('models.bad_reply', {
    providerMessage: 'The answer is longer, or has more parts, than the answer of a model.',
  });

/**
 * Refuses what would keep other requests waiting while it is parsed. Companies choose the addresses of their providers, so an answer may be
 * anything. Throws `models.bad_reply`.
 */
export const checkAnswer = (json: string, most?: JsonLimits): void => {
  if (!isQuickToParse(json, most)) throw tooMuch();
};

/** Parses a list of vectors, scores, models or segments. Undefined when the text is not valid. Throws `models.bad_reply`. */
export const parseList = (json: string): unknown => {
  checkAnswer(json, mostListed);
  return parseMeasures(json);
};

const newline = 10;

/** Checks the events of a stream, or a whole answer, while the bytes pass through. */
class PassingCheck {
  readonly #isStream: boolean;
  readonly #most: JsonLimits | undefined;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #lineBytes = 0;

  constructor(isStream: boolean, most: JsonLimits | undefined) {
    this.#isStream = isStream;
    this.#most = most;
  }

  transform(bytes: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
    if (this.#isStream) this.#readEvents(bytes);
    else this.#hold(bytes);
    controller.enqueue(bytes);
  }

  flush(): void {
    this.#check();
  }

  /** An event ends with an empty line. */
  #readEvents(bytes: Uint8Array): void {
    let from = 0;
    let lineFrom = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, lineFrom)) {
      const length = this.#lineBytes + end - lineFrom;
      this.#lineBytes = 0;
      lineFrom = end + 1;
      // An empty line may still have a carriage return.
      if (length > 1) continue;
      this.#hold(bytes.subarray(from, lineFrom));
      this.#check();
      from = lineFrom;
    }
    this.#lineBytes += bytes.length - lineFrom;
    this.#hold(bytes.subarray(from));
  }

  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > mostListed.characters) throw tooMuch();
  }

  #check(): void {
    if (this.#heldBytes > quickJson) checkAnswer(Buffer.concat(this.#held).toString('latin1'), this.#most);
    this.#held = [];
    this.#heldBytes = 0;
  }
}

const withChecks =
  (fetch: Fetch, most?: JsonLimits): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const type = response.headers.get('content-type') ?? '';
    // The frames of Bedrock's streams are no text, and its addresses are Amazon's.
    if (response.body === null || type.includes('amazon.eventstream')) return response;
    const check = new PassingCheck(type.includes('text/event-stream'), most);
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(new TransformStream(check));
    return new Response(body, { status, statusText, headers });
  };

/** Returns a client for a package that parses answers itself. They are checked before. */
export const withCheckedAnswers = (fetch: Fetch): Fetch => withChecks(fetch);

/** As `withCheckedAnswers`, for answers that are lists. */
export const withCheckedLists = (fetch: Fetch): Fetch => withChecks(fetch, mostListed);
