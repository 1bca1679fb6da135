import { guestGlobals } from './guest-globals.ts';

/** Code that runs inside the sandbox before the user's, with the parts of the language that the user's code could replace. */
export const guestSource = String.raw`
((write, ask, compare, longest) => {
  (${guestGlobals})(ask, compare);
  const { parse, stringify } = JSON;
  const textOf = String;
  const whole = BigInt;
  // The text before the digits of a BigInt in JSON. It is empty while the code of the user runs.
  let before = '';
  // A value that is no list and no object is written as one while the output is.
  let isWriting = false;
  const writtenAs = (owner, make) =>
    Object.defineProperty(owner, 'toJSON', {
      value() {
        return isWriting ? make(this) : this;
      },
      writable: true,
      configurable: true,
      enumerable: false,
    });
  const isName = (name) => typeof name === 'string' || typeof name === 'number';
  writtenAs(Map.prototype, (map) => {
    const all = [...map];
    return all.every(([name]) => isName(name)) ? Object.fromEntries(all) : all;
  });
  writtenAs(Set.prototype, (set) => [...set]);
  writtenAs(Object.getPrototypeOf(Uint8Array.prototype), (bytes) => [...bytes]);
  BigInt.prototype.toJSON = function () {
    return before + textOf(this);
  };
  const cut = (text, most) => (text.length > most ? text.slice(0, most) + '\u2026' : text);
  const shown = (value) => {
    if (typeof value === 'string') return value;
    try {
      const text = typeof value === 'object' && !(value instanceof Error) ? stringify(value) : textOf(value);
      return text === undefined ? textOf(value) : text;
    } catch {
      return '(a value that cannot be shown)';
    }
  };
  const print = (...values) => {
    let line = '';
    for (let at = 0; at < values.length && line.length < 2000; at += 1) line += (at === 0 ? '' : ' ') + shown(values[at]);
    write(cut(line, 2000));
  };
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };
  const describe = (error) => {
    try {
      const isError = typeof error === 'object' && error !== null && 'message' in error;
      const message = isError ? textOf(error.name) + ': ' + textOf(error.message) : shown(error);
      return stringify([cut(message, 2000), isError ? cut(textOf(error.stack), 4000) : '']);
    } catch {
      return stringify(['The code threw something that cannot be shown.', '']);
    }
  };
  const call = async (exported, input, mark, isMarked) => {
    const read = (key, value) =>
      typeof value === 'string' && value.startsWith(mark) ? whole(value.slice(mark.length)) : value;
    try {
      if (typeof exported.code !== 'function') {
        throw new TypeError('The code must export a function: export const code = async (inputs) => { \u2026 };');
      }
      const output = await exported.code(isMarked ? parse(input, read) : parse(input));
      before = mark;
      isWriting = true;
      const text = stringify(output === undefined ? null : output);
      if (text === undefined) throw new TypeError('The code must return a value that can be written as JSON.');
      if (text.length > longest) throw new RangeError('The code returns more than ' + longest + ' characters.');
      return 'V' + text;
    } catch (error) {
      return 'E' + describe(error);
    }
  };
  const begin = (a, b, c, d) => {
    const next = () => {
      const sum = (((a + b) | 0) + d) | 0;
      d = (d + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      return sum >>> 0;
    };
    for (let at = 0; at < 12; at += 1) next();
    const { random } = { random() { return (next() * 0x200000 + (next() >>> 11)) / 0x20000000000000; } };
    Math.random = random;
  };
  return { begin, call, describe };
})`;
