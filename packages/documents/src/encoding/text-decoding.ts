import iconv from 'iconv-lite';

/** The mark that stands where bytes were no character. */
const mark = '\ufffd';

/** The places of a text whose bytes are no characters in its encoding. Each is marked with U+FFFD. */
export interface BadPlaces {
  count: number;
  /** The line of the first place, from 1. */
  line: number;
}

/** The upper half of EBCDIC 500 and its signs; IBM’s table of that code page. */
const ebcdic =
  '\x00\x01\x02\x03\x9c\t\x86\x7f\x97\x8d\x8e\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x9d\n\x08\x87\x18\x19\x92\x8f\x1c\x1d\x1e\x1f\x80\x81\x82\x83\x84\n\x17\x1b\x88\x89\x8a\x8b\x8c\x05\x06\x07\x90\x91\x16\x93\x94\x95\x96\x04\x98\x99\x9a\x9b\x14\x15\x9e\x1a \xa0âäàáãåçñ[.<(+!&éêëèíîïìß]$*);^-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@\'="Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®¢£¥·©§¶¼½¾¬|¯¨´×{ABCDEFGHI\xadôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\x9f';

interface Codec {
  write(bytes: Uint8Array): string;
  end(): string;
}

const byTable: Codec = {
  write: (bytes) => Array.from(bytes, (byte) => ebcdic.charAt(byte)).join(''),
  end: () => '',
};

const byPlatform = (encoding: string): Codec => {
  // The mark at the beginning is dropped by whoever knows that it is one.
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
};

const byLibrary = (encoding: string): Codec => {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  return { write: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() ?? '' };
};

const createCodec = (encoding: string): Codec => {
  if (encoding === 'ibm500') return byTable;
  try {
    return byPlatform(encoding);
  } catch {
    return byLibrary(encoding);
  }
};

/** The bytes of U+FFFD itself, which a text may contain. */
const bytesOfMark = (encoding: string): Buffer => {
  if (encoding === 'utf-8') return Buffer.from(mark);
  if (encoding === 'utf-16le') return Buffer.from(mark, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from([0xff, 0xfd]);
  if (encoding === 'utf-32le') return Buffer.from([0xfd, 0xff, 0, 0]);
  if (encoding === 'utf-32be') return Buffer.from([0, 0, 0xff, 0xfd]);
  return Buffer.from([0x84, 0x31, 0xa4, 0x37]);
};

const countIn = (found: (from: number) => number, length: number): number => {
  let count = 0;
  for (let at = found(0); at >= 0; at = found(at + length)) count++;
  return count;
};

/** Returns the marks in a text that somebody else has decoded. */
export function findMarks(text: string): BadPlaces | null {
  const first = text.indexOf(mark);
  const count = first < 0 ? 0 : countIn((from) => text.indexOf(mark, from), 1);
  const before = text.slice(0, Math.max(first, 0));
  return count > 0 ? { count, line: 1 + countIn((from) => before.indexOf('\n', from), 1) } : null;
}

/** Decodes a text whose bytes come in pieces, marks and counts what is no character, and never fails. */
export class TextDecoding {
  readonly #codec: Codec;
  readonly #own: Buffer;
  /** The last bytes of the piece before, in which U+FFFD may begin. */
  #tail: Uint8Array = new Uint8Array();
  /** All marks in the text, and those of them that the text itself contains. */
  #marks = 0;
  #given = 0;
  #line = 1;

  constructor(encoding: string) {
    this.#codec = createCodec(encoding);
    this.#own = bytesOfMark(encoding);
  }

  write(bytes: Uint8Array): string {
    const text = this.#codec.write(bytes);
    this.#look(text, bytes);
    const seen = bytes.length < this.#own.length ? Buffer.concat([this.#tail, bytes]) : bytes;
    this.#tail = seen.slice(Math.max(0, seen.length - this.#own.length + 1));
    return text;
  }

  end(): string {
    const text = this.#codec.end();
    this.#look(text, new Uint8Array());
    return text;
  }

  /** The places whose bytes are no characters. */
  get badPlaces(): BadPlaces | null {
    const count = this.#marks - this.#given;
    return count > 0 ? { count, line: this.#line } : null;
  }

  /** All marks, also those that somebody else has put into the text. */
  get marks(): BadPlaces | null {
    return this.#marks > 0 ? { count: this.#marks, line: this.#line } : null;
  }

  #look(text: string, bytes: Uint8Array): void {
    const first = text.indexOf(mark);
    if (this.#marks === 0) {
      const before = first < 0 ? text : text.slice(0, first);
      this.#line += countIn((from) => before.indexOf('\n', from), 1);
    }
    if (first < 0) return;
    const marks = countIn((from) => text.indexOf(mark, from), 1);
    const raw = Buffer.concat([this.#tail, bytes]);
    this.#marks += marks;
    this.#given += Math.min(
      marks,
      countIn((from) => raw.indexOf(this.#own, from), this.#own.length),
    );
  }
}
