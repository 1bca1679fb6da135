/** A source of numbers that gives the same ones again for the same seed (mulberry32 by Tommy Ettinger, public domain). */
export const numbersFrom = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

export type Numbers = ReturnType<typeof numbersFrom>;

const longest = 200_000;
/** Bytes that mean something in many formats, and numbers at the ends of their ranges. */
const tokens = [
  ...[
    '\0',
    '\n',
    '\r\n',
    '"',
    "'",
    '<',
    '>',
    '</',
    '<!--',
    ']]>',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '\\',
    ',',
    ';',
    '=',
  ],
  ...[
    '&#0;',
    '&#x110000;',
    '\ufeff',
    '\u2028',
    '\ud83d',
    '-1',
    '0',
    '1e999',
    '99999999999999999999',
    'NaN',
    'null',
  ],
  ...[
    '%PDF-1.7',
    'PK\u0003\u0004',
    '{\\rtf1',
    '--',
    '\r\n\r\n',
    ' obj',
    'stream',
    'endstream',
    'xmlns:',
    '__proto__',
  ],
].map((token) => Buffer.from(token));

const splice = (bytes: Buffer, at: number, removed: number, added: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);

const extremes = ['-1', '0', '1', '255', '65536', '2147483648', '99999999999', '1e9', '0.0000001'];

/** Puts a number at the end of some range where the next digits are. */
const changeNumber = (bytes: Buffer, at: number, pick: Numbers): Buffer => {
  let from = at;
  while (from < bytes.length && !isDigit(bytes[from])) from += 1;
  let to = from;
  while (isDigit(bytes[to])) to += 1;
  return splice(bytes, from, to - from, Buffer.from(extremes[pick(extremes.length)] ?? ''));
};
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;

/** The ways of changing bytes. Each gets a position, and another input to take from. */
const changes: readonly ((bytes: Buffer, at: number, other: Buffer, pick: Numbers) => Buffer)[] = [
  (bytes, at, _, pick) => splice(bytes, at, 1, Buffer.of(pick(256))),
  (bytes, at, _, pick) => splice(bytes, at, 1, Buffer.of((bytes[at] ?? 0) ^ (1 << pick(8)))),
  (bytes, at, _, pick) => splice(bytes, at, 1 + pick(64), Buffer.alloc(0)),
  (bytes, at, _, pick) => splice(bytes, at, pick(2), tokens[pick(tokens.length)] ?? Buffer.alloc(0)),
  (bytes, at, _, pick) => splice(bytes, at, 0, bytes.subarray(at, at + 1 + pick(200))),
  (bytes, at, other, pick) => {
    const from = pick(other.length + 1);
    return splice(bytes, at, pick(200), other.subarray(from, from + pick(400)));
  },
  (bytes, at, _, pick) => changeNumber(bytes, at, pick),
  (bytes, at, _, pick) => {
    const piece = bytes.subarray(at, at + 1 + pick(40));
    return splice(bytes, at, 0, Buffer.concat(Array.from({ length: 1 + pick(300) }, () => piece)));
  },
];

/** Returns bytes that differ from the input in one to eight places. */
export const mutate = (input: Buffer, other: Buffer, pick: Numbers): Buffer => {
  let bytes = input;
  for (let times = 1 + pick(8); times > 0; times -= 1) {
    const change = changes[pick(changes.length)];
    if (change) bytes = change(bytes, pick(bytes.length + 1), other, pick);
  }
  return bytes.subarray(0, longest);
};
