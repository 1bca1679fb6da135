import { ByteSurvey, type Fit } from './byte-survey.ts';
import { resolveEncoding } from './labels.ts';
import { findMark, findWide, isEbcdic } from './marks.ts';
import { guessSingleByte } from './single-byte.ts';
import { TextDecoding } from './text-decoding.ts';
import { Utf8Survey } from './utf8-survey.ts';

/**
 * The ground on which an encoding was chosen: a mark, a declaration that fits, or valid UTF-8; bytes that no other encoding explains as well;
 * or statistics of letters.
 */
export type Certainty = 'certain' | 'likely' | 'guessed';

/** An encoding by its name in the WHATWG standard, or in iconv. */
export interface Detected {
  encoding: string;
  sure: Certainty;
}

/** Gives the bytes of a text from their beginning, as often as they are asked for. */
export type OpenBytes = () => Iterable<Uint8Array>;
export type OpenStream = () => AsyncIterable<Uint8Array>;

/** Characters of UTF-8 for each place that is none, from which a text is UTF-8 with mistakes. */
const goodForBad = 2;
/** The share of characters that may be wrong in the encoding that a text declares. */
const mostWrong = 0.1;
/** The least share of common characters, and the highest of wrong ones, in a text of East Asia. */
const eastAsian = { common: 0.75, wrong: 0.05, frequent: 0.25 };

const stateful = /^(?:utf-(?:7|16|32)|iso-2022)/;
/** The sequences by which ISO 2022 changes its alphabets, behind an escape character. */
const shifts = ['$@', '$B', '$(D', '(J', '(I'];
const escape = '\u001b';

const hasShifts = (text: string): boolean =>
  text.includes(escape) && shifts.some((shift) => text.includes(escape + shift));

/** A declaration of ASCII says nothing about the bytes beyond it. */
const isAsciiLabel = (label: string): boolean => /^(?:us-)?ascii$|^ansi_x3/i.test(label.trim());

/** Chooses the encoding of a text by its beginning, what its bytes are in UTF-8, and what it declares. */
export class EncodingChoice {
  readonly utf8 = new Utf8Survey();
  readonly bytes = new ByteSurvey();
  readonly #declared: readonly string[];
  #head: Uint8Array = new Uint8Array();

  /** `declared` has the labels of the text, the most reliable first. */
  constructor(declared: readonly string[]) {
    this.#declared = declared
      .filter((label) => !isAsciiLabel(label))
      .flatMap((label) => resolveEncoding(label) ?? []);
  }

  push(piece: Uint8Array): void {
    if (this.#head.length === 0) this.#head = piece.slice(0, 64 * 1024);
    this.utf8.push(piece);
  }

  /** Returns the encoding where the first reading of the bytes is enough. */
  first(): Detected | undefined {
    const marked = findMark(this.#head);
    if (marked) return { encoding: marked.encoding, sure: 'certain' };
    const declared = this.#declared.find((encoding) => stateful.test(encoding));
    if (declared !== undefined) return { encoding: declared, sure: 'certain' };
    const wide = findWide(this.#head);
    if (wide !== undefined) return { encoding: wide, sure: 'likely' };
    if (this.utf8.isValid) {
      const isShifted = this.utf8.good === 0 && hasShifts(Buffer.from(this.#head).toString('latin1'));
      return { encoding: isShifted ? 'iso-2022-jp' : 'utf-8', sure: isShifted ? 'likely' : 'certain' };
    }
    return this.#isNearlyUtf8() ? { encoding: 'utf-8', sure: 'likely' } : undefined;
  }

  /** Returns the encoding after the second reading. */
  second(): Detected {
    this.bytes.end();
    const { sample } = this.bytes;
    const declared = this.#declared.find((encoding) => this.#fits(encoding, sample));
    if (declared !== undefined) return { encoding: declared, sure: 'certain' };
    if (isEbcdic(this.#head)) return { encoding: 'ibm500', sure: 'likely' };
    const asian = this.#findEastAsian();
    const single = guessSingleByte(sample);
    if (asian && (single.share < 0.9 || asian.frequent >= eastAsian.frequent))
      return { encoding: asian.encoding, sure: asian.bad === 0 && asian.total >= 8 ? 'likely' : 'guessed' };
    return { encoding: single.encoding, sure: 'guessed' };
  }

  #isNearlyUtf8(): boolean {
    const { good, bad } = this.utf8;
    const needed = this.#declared.includes('utf-8') ? 1 : goodForBad;
    return good > 0 && good >= needed * bad;
  }

  #fits(encoding: string, sample: Uint8Array): boolean {
    if (encoding === 'utf-8') return false;
    const decoding = new TextDecoding(encoding);
    const text = decoding.write(sample) + decoding.end();
    const foreign = text.replace(/[\0-\x7f]+/g, '').length;
    return (decoding.badPlaces?.count ?? 0) <= mostWrong * foreign;
  }

  #findEastAsian(): Fit | undefined {
    const rating = ({ common, frequent, bad }: Fit) => common + frequent - 4 * bad;
    const [first] = this.bytes.fits
      .filter(({ common, bad }) => common >= eastAsian.common && bad <= eastAsian.wrong)
      .toSorted((one, other) => rating(other) - rating(one));
    return first;
  }
}

/** Detects the encoding of a text by its mark, its declarations and all of its bytes. */
export function detectEncoding(open: OpenBytes, declared: readonly string[] = []): Detected {
  const choice = new EncodingChoice(declared);
  for (const piece of open()) choice.push(piece);
  const first = choice.first();
  if (first) return first;
  for (const piece of open()) choice.bytes.push(piece);
  return choice.second();
}

/** Detects the encoding of a text that does not fit into memory as `detectEncoding` does. */
export async function detectStreamEncoding(
  open: OpenStream,
  declared: readonly string[] = [],
): Promise<Detected> {
  const choice = new EncodingChoice(declared);
  for await (const piece of open()) choice.push(piece);
  const first = choice.first();
  if (first) return first;
  for await (const piece of open()) choice.bytes.push(piece);
  return choice.second();
}
