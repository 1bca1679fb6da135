import type { JsonValue } from '@atelier/contracts/fields/field-values';

const words: Record<string, JsonValue> = { True: true, False: false, None: null };

/** Reads calls and values of Python, as far as the Berkeley suite uses them. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  take(sign: string): boolean {
    this.#skip();
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  match(pattern: RegExp): string | undefined {
    this.#skip();
    const found = pattern.exec(this.#text.slice(this.#at))?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #string(quote: string): string {
    let value = '';
    for (;;) {
      const sign = this.#text[this.#at];
      this.#at += 1;
      if (sign === undefined) throw new Error(`A text does not end: ${this.#text}`);
      if (sign === quote) return value;
      if (sign !== '\\') value += sign;
      else {
        const escaped = this.#text[this.#at] ?? '';
        this.#at += 1;
        value += escaped === 'n' ? '\n' : escaped;
      }
    }
  }

  #list(end: string): JsonValue[] {
    const values: JsonValue[] = [];
    while (!this.take(end)) {
      values.push(this.value());
      this.take(',');
    }
    return values;
  }

  #object(): Record<string, JsonValue> {
    const entries: [string, JsonValue][] = [];
    while (!this.take('}')) {
      const key = this.value();
      this.take(':');
      entries.push([typeof key === 'string' ? key : JSON.stringify(key), this.value()]);
      this.take(',');
    }
    return Object.fromEntries(entries);
  }

  value(): JsonValue {
    for (const quote of ["'", '"']) if (this.take(quote)) return this.#string(quote);
    if (this.take('[')) return this.#list(']');
    if (this.take('(')) return this.#list(')');
    if (this.take('{')) return this.#object();
    const number = this.match(/^-?\d+(?:\.\d+)?(?:e-?\d+)?/);
    if (number !== undefined) return Number(number);
    const word = this.match(/^\w+/) ?? '';
    if (!(word in words)) throw new Error(`“${word}” is no value: ${this.#text}`);
    return words[word] ?? null;
  }
}

/** Reads a call such as `cd(folder='x')`. Arguments without a name get those of the function, in their order. */
export const pythonCall = (
  text: string,
  namesOf: (tool: string) => readonly string[],
): [name: string, input: Record<string, JsonValue>] => {
  const reader = new Reader(text);
  const name = reader.match(/^\w+/) ?? '';
  reader.take('(');
  const entries: [string, JsonValue][] = [];
  while (!reader.take(')')) {
    const given = reader.match(/^\w+(?=\s*=)/);
    if (given !== undefined) reader.take('=');
    entries.push([given ?? namesOf(name)[entries.length] ?? '', reader.value()]);
    reader.take(',');
  }
  return [name, Object.fromEntries(entries)];
};
