import { type AnyNumber, readNumber } from './exact-number.ts';

/** Why a text is not JSON that can be read, with the position of the first letter that does not fit. */
export class JsonProblem extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.name = 'JsonProblem';
    this.at = at;
  }
}

type Container = unknown[] | Record<string, unknown>;

const blanks = /[ \t\n\r]*/y;
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A text without escapes. Control characters are not allowed in a text. */
// oxlint-disable-next-line no-control-regex -- these are the characters that end the text
const plainText = /"[^"\\\u0000-\u001f]*"/y;
const words: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

const put = (holder: Container, key: string, value: unknown): void => {
  if (Array.isArray(holder)) holder.push(value);
  // An assignment to this name would change the prototype.
  else if (key === '__proto__')
    Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  else holder[key] = value;
};

/** Reads one text as JSON, as far as it is asked to, and keeps the digits of all numbers. */
export class JsonReading {
  readonly #text: string;
  #at = 0;
  #value: unknown;
  /** True once the value is complete. */
  #isRead = false;
  readonly #open: Container[] = [];
  /** The keys under which the open objects get their next value. */
  readonly #keys: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get value(): unknown {
    return this.#value;
  }

  /** Reads at least as many letters more, or to the end, and returns true there. Throws JsonProblem. */
  advance(letters = Number.POSITIVE_INFINITY): boolean {
    const until = this.#at + letters;
    while (!this.#isRead && this.#at < until) this.#readValue();
    if (!this.#isRead) return false;
    this.#skip();
    if (this.#at < this.#text.length) this.#refuse('Something follows the value.');
    return true;
  }

  #refuse(message: string, at = this.#at): never {
    throw new JsonProblem(message, at);
  }

  #skip(): void {
    const code = this.#text.charCodeAt(this.#at);
    // Most values follow each other without a blank.
    if (code > 32) return;
    blanks.lastIndex = this.#at;
    blanks.exec(this.#text);
    this.#at = blanks.lastIndex;
  }

  /** Reads a plain value, or the opening of a list or an object, and what follows it. */
  #readValue(): void {
    this.#skip();
    const sign = this.#text[this.#at];
    if (sign === '{' || sign === '[') {
      this.#at += 1;
      this.#open.push(sign === '[' ? [] : {});
      this.#keys.push('');
      if (!this.#isClosed(sign === '[' ? ']' : '}')) return sign === '{' ? this.#readKey() : undefined;
      return this.#close();
    }
    this.#take(sign === '"' ? this.#readText() : this.#readWord());
  }

  #isClosed(sign: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #close(): void {
    const closed = this.#open.pop();
    this.#keys.pop();
    this.#take(closed);
  }

  /** Puts a complete value where it belongs, and closes what ends with it. */
  #take(value: unknown): void {
    const holder = this.#open.at(-1);
    if (!holder) {
      this.#value = value;
      this.#isRead = true;
      return;
    }
    put(holder, this.#keys.at(-1) ?? '', value);
    const isList = Array.isArray(holder);
    if (this.#isClosed(',')) return isList ? undefined : this.#readKey();
    if (!this.#isClosed(isList ? ']' : '}'))
      this.#refuse(isList ? 'A comma or “]” is missing.' : 'A comma or “}” is missing.');
    this.#close();
  }

  #readKey(): void {
    this.#skip();
    if (this.#text[this.#at] !== '"') this.#refuse('A name in quotation marks is missing.');
    this.#keys[this.#keys.length - 1] = this.#readText();
    if (!this.#isClosed(':')) this.#refuse('A colon is missing.');
  }

  #readText(): string {
    const from = this.#at;
    plainText.lastIndex = from;
    if (plainText.test(this.#text)) {
      this.#at = plainText.lastIndex;
      return this.#text.slice(from + 1, this.#at - 1);
    }
    let end = this.#text.indexOf('"', from + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) this.#refuse('A quotation mark is not closed.', from);
    this.#at = end + 1;
    try {
      return JSON.parse(this.#text.slice(from, this.#at)) as string;
    } catch {
      return this.#refuse('A text has a character that must be escaped, or a wrong escape.', from);
    }
  }

  #isEscaped(at: number): boolean {
    let first = at;
    while (this.#text[first - 1] === '\\') first -= 1;
    return (at - first) % 2 === 1;
  }

  #readWord(): AnyNumber | boolean | null {
    const from = this.#at;
    numberForm.lastIndex = from;
    const [text] = numberForm.exec(this.#text) ?? [];
    if (text !== undefined) {
      this.#at += text.length;
      return readNumber(text) ?? this.#refuse('A number is too large or has too many digits.', from);
    }
    const word = words.find(([name]) => this.#text.startsWith(name, from));
    if (!word) this.#refuse(from >= this.#text.length ? 'The text ends too early.' : 'A value is missing.');
    this.#at += word[0].length;
    return word[1];
  }
}
