import type { AnswerPart } from '../../apps/declarations.ts';
import { createCiter } from '../../chat/declarations.ts';
import type { Writing } from '../engine/live-runs.ts';
import { citeSource, type Source, sourcesCited } from '../engine/sources.ts';

type Part = AnswerPart;

/** The first characters of a turn that are held back, because a short text is often followed by calls, and then is not the answer. */
const heldBack = 240;

/**
 * Makes the parts of an answer from what an agent writes turn by turn. Only the text of the last turn is the answer; a longer text before
 * calls stays, because it has been read.
 */
export class AnswerText {
  readonly #sources: Source[];
  readonly #citer: ReturnType<typeof createCiter<Source>>;
  #turn = 0;
  /** The text of this turn that is shown. */
  #shown = '';
  /** True when the shown part of this turn does not fit what the turn became. */
  #isLeftBehind = false;
  #isAfterOther = false;

  /** `sources` grows while the agent works. */
  constructor(sources: Source[] = []) {
    this.#sources = sources;
    this.#citer = createCiter(sources, citeSource);
  }

  get cited(): number {
    return this.#citer.cited;
  }

  add(sources: readonly Source[]): void {
    this.#sources.push(...sources);
  }

  /** Takes over all sources, of which some may have been added. */
  know(all: readonly Source[]): void {
    this.#sources.push(...all.slice(this.#sources.length));
  }

  /** Returns what can be shown of a turn that is being written. */
  *show({ turn, text }: Writing): Iterable<Part> {
    if (turn !== this.#turn) this.#begin(turn);
    if (text.length < heldBack || this.#isLeftBehind) return;
    const whole = text.toString();
    if (!whole.startsWith(this.#shown)) this.#isLeftBehind = true;
    else yield* this.#write(whole);
  }

  /** Returns a text that is not the agent's, as a paragraph of its own. */
  *tell(text: string): Iterable<Part> {
    this.#begin(this.#turn + 1);
    yield* this.#write(text);
    this.#begin(this.#turn + 1);
  }

  /** Returns what is missing of the answer. */
  *end(answer: string): Iterable<Part> {
    if (!answer.startsWith(this.#shown)) this.#begin(this.#turn + 1);
    yield* this.#write(answer);
    yield* this.#citer.end();
  }

  #begin(turn: number): void {
    this.#isAfterOther ||= this.#shown !== '';
    this.#turn = turn;
    this.#shown = '';
    this.#isLeftBehind = false;
  }

  *#write(whole: string): Iterable<Part> {
    if (whole.length === this.#shown.length) return;
    if (this.#shown === '' && this.#isAfterOther) yield* this.#citer.push('\n\n');
    yield* this.#citer.push(whole.slice(this.#shown.length));
    this.#shown = whole;
  }
}

/** Returns a whole answer with its citations. */
export const citedAnswer = (answer: string, sources: Source[]): Part[] => [
  ...new AnswerText(sources).end(answer),
];

/** Returns the part of an answer that one agent gives to another, with what it cites, numbered from 1. */
export const citedPart = (
  answer: string,
  sources: readonly Source[],
): { text: string; output: string; sources: Source[] } => {
  const parts = citedAnswer(answer, [...sources]);
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const citations = parts.flatMap((part) => (part.type === 'citation' ? [part.citation] : []));
  return { text, output: text, sources: sourcesCited(citations) };
};
