import { isAscii } from 'node:buffer';
import { commonCharacters, eastAsianEncodings } from './characters-of-languages.ts';

/** The bytes with characters beyond ASCII that are decoded to compare encodings, and those of the sample for statistics. */
const most = { bytes: 2 * 1024 * 1024, sample: 64 * 1024 };
/** No byte up to this one is a part of a character of several bytes. */
const lastSingle = 0x2f;

interface Count {
  /** Characters beyond ASCII, and of them those that the language uses, uses often, and that are none. */
  total: number;
  common: number;
  frequent: number;
  bad: number;
}

const isBad = (code: number): boolean =>
  code === 0xfffd || (code >= 0x80 && code < 0xa0) || (code >= 0xe000 && code < 0xf900);

/** Rare characters of Chinese that take four bytes of a narrow range each, which are four bytes of nothing else. */
const isFourByteHan = (code: number): boolean => (code >= 0x3400 && code < 0x4dc0) || code >= 0x20000;

const countCharacters = (text: string, encoding: string, count: Count): void => {
  const { common, frequent } = commonCharacters(encoding);
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) continue;
    count.total++;
    if (isBad(code)) count.bad++;
    else if (common.has(character) || (encoding === 'gb18030' && isFourByteHan(code))) {
      count.common++;
      if (frequent.has(character)) count.frequent++;
    }
  }
};

/** The result for an encoding: shares of the characters beyond ASCII. */
export interface Fit {
  encoding: string;
  total: number;
  common: number;
  frequent: number;
  bad: number;
}

/** Collects the lines of a text with bytes beyond ASCII, and counts how well the encodings of East Asia fit all of them. */
export class ByteSurvey {
  readonly #counts = new Map(
    eastAsianEncodings.map((encoding): [string, Count] => [
      encoding,
      { total: 0, common: 0, frequent: 0, bad: 0 },
    ]),
  );
  readonly #lines: Uint8Array[] = [];
  #sampled = 0;
  #decoded = 0;
  #rest: Uint8Array = new Uint8Array();

  push(piece: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    let end = bytes.length;
    while (end > 0 && (bytes[end - 1] ?? 0) > lastSingle) end--;
    const cut = end > 0 ? end : bytes.length;
    this.#rest = bytes.slice(cut);
    this.#take(bytes.subarray(0, cut));
  }

  end(): void {
    this.#take(this.#rest);
    this.#rest = new Uint8Array();
  }

  /** Lines with bytes beyond ASCII. */
  get sample(): Buffer {
    return Buffer.concat(this.#lines);
  }

  get fits(): Fit[] {
    return [...this.#counts].map(([encoding, { total, common, frequent, bad }]) => {
      const all = Math.max(1, total);
      return { encoding, total, common: common / all, frequent: frequent / all, bad: bad / all };
    });
  }

  #take(bytes: Uint8Array): void {
    if (this.#decoded > most.bytes || isAscii(bytes)) return;
    this.#decoded += bytes.length;
    for (const [encoding, count] of this.#counts)
      countCharacters(new TextDecoder(encoding).decode(bytes), encoding, count);
    this.#sampleLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  }

  #sampleLines(bytes: Buffer): void {
    for (let from = 0; from < bytes.length && this.#sampled < most.sample; ) {
      const at = bytes.indexOf(10, from);
      const to = at < 0 ? bytes.length : at + 1;
      const line = bytes.subarray(from, Math.min(to, from + most.sample));
      if (!isAscii(line)) {
        this.#lines.push(Uint8Array.from(line));
        this.#sampled += line.length;
      }
      from = to;
    }
  }
}
