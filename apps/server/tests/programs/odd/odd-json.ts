import type { Chance } from './chance.ts';

const nested = (depth: number, [open, close]: readonly [string, string]): unknown =>
  JSON.parse(open.repeat(depth) + close.repeat(depth)) as unknown;

const odd: readonly [() => unknown, ...(() => unknown)[]] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => 2 ** 53 + 2,
  () => '',
  () => ' ',
  () => '\0',
  () => '\ud83d',
  () => '\u2028\u202e',
  () => 'é'.repeat(300),
  () => 'a'.repeat(100_000),
  () => '__proto__',
  () => '../../etc/passwd',
  () => 'eyJhIjoxfQ==',
  () => '2025-11-25',
  () => '2026-07-28',
  () => '1999-01-01',
  () => [],
  () => [null],
  () => [[]],
  () => Array.from({ length: 200 }, (_, at) => at),
  () => ({}),
  () => ({ '': null }),
  () => ({ toString: 1, constructor: { prototype: 1 } }),
  () => JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown,
  () => nested(60, ['[', ']']),
  () => nested(3000, ['[', ']']),
  () => nested(400, ['{"a":[', ']}']),
];

export const oddValue = (chance: Chance): unknown => chance.pick(odd)();

interface Place {
  holder: object;
  key: string;
}

/** How deep values are changed; some odd ones are nested deeper than a function may call itself. */
const deepest = 8;

const placesIn = (value: unknown, depth = 0): Place[] => {
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { holder: value, key },
    ...placesIn(inner as unknown, depth + 1),
  ]);
};

const changeOne = (chance: Chance, { holder, key }: Place): void => {
  const kind = chance.below(4);
  if (kind === 0) Reflect.deleteProperty(holder, key);
  else if (kind === 1) Reflect.set(holder, `${key}${chance.pick(['', '_', '\0', 's'])}`, oddValue(chance));
  else Reflect.set(holder, key, oddValue(chance));
};

/** Returns a copy in which a few values are replaced, left out or added. */
export const changed = (chance: Chance, value: unknown): unknown => {
  const copy = structuredClone(value);
  const [first, ...others] = placesIn(copy);
  if (first === undefined) return copy;
  for (let times = chance.below(3) + 1; times > 0; times -= 1)
    changeOne(chance, chance.pick([first, ...others]));
  return copy;
};

/** Returns a text that is no longer quite the JSON that it was. */
const damaged = (chance: Chance, text: string): string => {
  const at = chance.below(text.length + 1);
  return chance.pick([
    text.slice(0, at),
    text.slice(at),
    text + text,
    `${text.slice(0, at)}${chance.pick(['\0', '"', '}', ',', '\\u', '1e9999', '\u00a0'])}${text.slice(at)}`,
    text.replace('{', `{"id":1,"id":[${'9'.repeat(chance.below(400))}],`),
    text.replace(/\d+/, '123456789012345678901234567890'),
    `\ufeff${text}`,
    '',
    'null',
    '"',
    '['.repeat(50_000),
  ]);
};

/** Returns the bytes of a body: mostly JSON, now and then damaged, or in another encoding. */
export const bodyOf = (chance: Chance, value: unknown): Buffer => {
  const text = JSON.stringify(value) ?? '';
  if (chance.once(12)) return Buffer.from(text, 'utf16le');
  if (chance.once(20)) return Buffer.from([0xff, 0xfe, 0x00, ...Buffer.from(text).subarray(0, 50)]);
  return Buffer.from(chance.once(6) ? damaged(chance, text) : text);
};
