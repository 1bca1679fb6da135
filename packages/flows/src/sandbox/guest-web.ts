/** Texts and bytes, addresses, copies and digests, for code steps (`guestGlobals`). */
export const guestWeb = String.raw`
({ query, define, failed }) => {
  const { defineProperty, entries } = Object;
  const textOf = String;
  const bytesOf = (data) => {
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    throw new TypeError('This needs an ArrayBuffer or a view of one, such as an Uint8Array.');
  };
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const numbers = new Uint8Array(128);
  for (let at = 0; at < 64; at += 1) numbers[letters.charCodeAt(at)] = at;
  const toBase64 = (bytes) => {
    const parts = [];
    let part = '';
    for (let at = 0; at < bytes.length; at += 3) {
      const [a, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      part += letters[a >> 2] + letters[((a & 3) << 4) | ((b ?? 0) >> 4)];
      part += b === undefined ? '==' : letters[((b & 15) << 2) | ((c ?? 0) >> 6)] + (c === undefined ? '=' : letters[c & 63]);
      if (part.length > 4000) {
        parts.push(part);
        part = '';
      }
    }
    return parts.join('') + part;
  };
  const fromBase64 = (text) => {
    const bare = text.replace(/=+$/, '');
    const bytes = new Uint8Array((bare.length * 3) >> 2);
    let [bits, value, at] = [0, 0, 0];
    for (let place = 0; place < bare.length; place += 1) {
      value = ((value << 6) | numbers[bare.charCodeAt(place)]) & 0xffff;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      bytes[at++] = (value >> bits) & 0xff;
    }
    return bytes;
  };

  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text = '') {
      return fromBase64(query('encode', textOf(text)));
    }
  }
  class TextDecoder {
    #encoding;
    #fatal;
    constructor(encoding = 'utf-8', { fatal = false } = {}) {
      query('decode', '', textOf(encoding), false);
      this.#encoding = textOf(encoding).toLowerCase();
      this.#fatal = fatal === true;
    }
    get encoding() {
      return this.#encoding;
    }
    get fatal() {
      return this.#fatal;
    }
    decode(data = new Uint8Array()) {
      return query('decode', toBase64(bytesOf(data)), this.#encoding, this.#fatal);
    }
  }

  const pairsOf = (given) => {
    if (given === undefined || given === null) return [];
    if (typeof given === 'object') {
      const pairs = given[Symbol.iterator] ? [...given].map((pair) => [...pair]) : entries(given);
      if (pairs.some(({ length }) => length !== 2)) throw new TypeError('Each parameter needs a name and a value.');
      return pairs.map(([name, value]) => [textOf(name), textOf(value)]);
    }
    return query('readQuery', textOf(given));
  };
  let follow;
  class URLSearchParams {
    #pairs;
    #changed = () => undefined;
    constructor(given) {
      this.#pairs = pairsOf(given);
    }
    static {
      follow = (params, search, changed) => {
        params.#pairs = pairsOf(search);
        if (changed) params.#changed = changed;
      };
    }
    get size() {
      return this.#pairs.length;
    }
    append(name, value) {
      this.#pairs.push([textOf(name), textOf(value)]);
      this.#changed();
    }
    delete(name, value) {
      this.#pairs = this.#pairs.filter(([one, its]) => one !== textOf(name) || (value !== undefined && its !== textOf(value)));
      this.#changed();
    }
    get(name) {
      return this.#pairs.find(([one]) => one === textOf(name))?.[1] ?? null;
    }
    getAll(name) {
      return this.#pairs.filter(([one]) => one === textOf(name)).map(([, value]) => value);
    }
    has(name, value) {
      return this.#pairs.some(([one, its]) => one === textOf(name) && (value === undefined || its === textOf(value)));
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([one]) => one === textOf(name));
      if (at < 0) this.#pairs.push([textOf(name), textOf(value)]);
      else {
        this.#pairs[at] = [textOf(name), textOf(value)];
        this.#pairs = this.#pairs.filter(([one], place) => place <= at || one !== textOf(name));
      }
      this.#changed();
    }
    sort() {
      this.#pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
      this.#changed();
    }
    forEach(use, self) {
      for (const [name, value] of this.#pairs) use.call(self, value, name, this);
    }
    *entries() {
      for (const [name, value] of this.#pairs) yield [name, value];
    }
    *keys() {
      for (const [name] of this.#pairs) yield name;
    }
    *values() {
      for (const [, value] of this.#pairs) yield value;
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return query('writeQuery', this.#pairs);
    }
  }

  class URL {
    #parts;
    #params;
    constructor(href, base) {
      this.#parts = query('url', textOf(href), base === undefined ? null : textOf(base));
    }
    static canParse(href, base) {
      return URL.parse(href, base) !== null;
    }
    static parse(href, base) {
      try {
        return new URL(href, base);
      } catch {
        return null;
      }
    }
    static {
      for (const name of ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'])
        defineProperty(URL.prototype, name, {
          configurable: true,
          enumerable: true,
          get() {
            return this.#parts[name];
          },
          set(value) {
            this.#parts =
              name === 'href' ? query('url', textOf(value), null) : query('changeUrl', this.#parts.href, name, textOf(value));
            if (this.#params) follow(this.#params, this.#parts.search);
          },
        });
    }
    get origin() {
      return this.#parts.origin;
    }
    get searchParams() {
      if (!this.#params) {
        const params = new URLSearchParams();
        follow(params, this.#parts.search, () => {
          this.#parts = query('changeUrl', this.#parts.href, 'search', params.toString());
        });
        this.#params = params;
      }
      return this.#params;
    }
    toString() {
      return this.#parts.href;
    }
    toJSON() {
      return this.#parts.href;
    }
  }

  const notCloned = (value) => failed('DataCloneError', shortOf(value) + ' cannot be cloned.');
  const shortOf = (value) => (typeof value === 'function' ? 'A function' : typeof value === 'symbol' ? 'A symbol' : 'This value');
  const cloned = (value, seen) => {
    if (typeof value === 'function' || typeof value === 'symbol') throw notCloned(value);
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    const keep = (copy) => {
      seen.set(value, copy);
      return copy;
    };
    if (value instanceof Date) return keep(new Date(value.getTime()));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    if (ArrayBuffer.isView(value)) {
      const buffer = value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength);
      return keep(new value.constructor(buffer));
    }
    if (value instanceof Map) {
      const copy = keep(new Map());
      for (const [name, inner] of value) copy.set(cloned(name, seen), cloned(inner, seen));
      return copy;
    }
    if (value instanceof Set) {
      const copy = keep(new Set());
      for (const inner of value) copy.add(cloned(inner, seen));
      return copy;
    }
    if (value instanceof Error) {
      const copy = keep(failed(value.name, value.message));
      copy.stack = value.stack;
      return copy;
    }
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef) throw notCloned(value);
    const copy = keep(Array.isArray(value) ? [] : {});
    for (const [name, inner] of entries(value)) copy[name] = cloned(inner, seen);
    return copy;
  };

  const crypto = {
    randomUUID: () => query('randomUUID'),
    getRandomValues(view) {
      const bytes = bytesOf(view);
      if (bytes.length > 65536) throw failed('QuotaExceededError', 'At most 65,536 bytes are made at once.');
      bytes.set(fromBase64(query('randomBytes', bytes.length)));
      return view;
    },
    subtle: {
      digest: async (algorithm, data) =>
        fromBase64(query('digest', textOf(algorithm?.name ?? algorithm), toBase64(bytesOf(data)))).buffer,
    },
  };

  define('atob', (text) => query('atob', textOf(text)));
  define('btoa', (text) => query('btoa', textOf(text)));
  define('structuredClone', (value) => cloned(value, new Map()));
  for (const [name, value] of entries({ TextEncoder, TextDecoder, URL, URLSearchParams, crypto })) define(name, value);
}`;
