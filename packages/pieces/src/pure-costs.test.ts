import type { FieldValues } from '@atelier/contracts/fields/fields';
import { describe, expect, it } from 'vitest';
import { actionOf, runAction } from '../tests/run-action.ts';
import { allPieces, PieceError } from './index.ts';

/** A text as long as a piece reads, and as many entries of a list; and as much as is computed on the event loop. */
const largest = { length: 1_000_000, entries: 50_000 };
const onLoop = { length: 16_000, entries: 600 };
/** In references, which are about a millisecond of CPU each. */
const mostCost = { ofLargest: 1500, onLoop: 25 };

type Size = typeof largest;
type Inputs = (size: Size) => readonly FieldValues[];

const repeated = (part: string, { length }: Size): string => part.repeat(Math.floor(length / part.length));
/** Texts in which every search, split and repetition is at its slowest. */
const texts = (size: Size): string[] =>
  ['a', ' ', 'ß', 'a.', 'a@', '#a', 'http://a', '1,', '%41'].map((part) => repeated(part, size));
const eachText =
  (others: readonly FieldValues[] = [{}]): Inputs =>
  (size) =>
    texts(size).flatMap((text) => others.map((other) => ({ ...other, text })));

const numbers = ({ entries }: Size) => Array.from({ length: entries }, (_nothing, at) => at % 1000);
const objects = ({ entries }: Size) =>
  Array.from({ length: entries }, (_nothing, at) => ({ name: `n${at % 7}`, at: entries - at }));
const wide = ({ entries }: Size) =>
  Object.fromEntries(Array.from({ length: entries }, (_nothing, at) => [`key ${at}`, at]));
const deep = (of: unknown): unknown => {
  let value = of;
  for (let depth = 0; depth < 20; depth += 1) value = { inner: [value] };
  return value;
};
const values = (size: Size): FieldValues[string][] =>
  [
    objects(size),
    numbers(size),
    wide(size),
    deep(objects(size)),
    repeated('"', size),
  ] as FieldValues[string][];
const eachValue =
  (name: string, others: readonly FieldValues[] = [{}]): Inputs =>
  (size) =>
    values(size).flatMap((value) => others.map((other) => ({ ...other, [name]: value })));

const all = (name: string, field: string): FieldValues[] => {
  const found = actionOf(name).fields.find((each) => each.name === field);
  const options = found && 'options' in found && Array.isArray(found.options) ? found.options : [];
  return options.map((option: { value: unknown }) => ({ [field]: option.value }) as FieldValues);
};
const paths = [{ path: '' }, { path: 'name' }, { path: 'name.a.b.c' }, { path: '[0]' }];
const moment = '2026-03-31T09:30:00Z';
const longText = 'Y'.repeat(100);
const zones = [{ timezone: 'Europe/Berlin' }, { timezone: longText }];
const locales = [{ locale: 'de-DE' }, { locale: 'x'.repeat(35) }];

/** The hardest inputs of every action that only computes. */
const hardest: Readonly<Record<string, Inputs>> = {
  'input.trigger_input': eachValue('text'),
  'data-mapper.advanced_mapping': eachValue('mapping'),
  'data-mapper.keep_fields': eachValue('value', [
    { names: Array.from({ length: 500 }, (_nothing, at) => `key ${at}`), drop: false },
    { names: ['name'], drop: true },
  ]),
  'data-mapper.rename_fields': (size) => [
    { value: objects(size), names: { name: 'other' } },
    { value: wide(size), names: { 'key 1': 'key 2' } },
    { value: objects(size), names: wide({ ...size, entries: 500 }) },
  ],
  'data-mapper.merge_values': (size) =>
    values(size).map((first, at) => ({ first, second: values(size).at(at - 1) ?? null })),
  'data-mapper.sort_list': eachValue('list', paths),
  'data-mapper.remove_duplicates': eachValue('list', paths),
  'data-mapper.group_list': eachValue('list', paths),
  'data-mapper.compare_objects': (size) => [
    { before: wide(size), after: wide(size) },
    { before: { a: objects(size) }, after: { a: objects(size).toReversed() } },
    { before: wide(size), after: {} },
  ],
  'text.change_text': eachText(all('text.change_text', 'change')),
  'text.join_texts': (size) => [
    { texts: numbers(size), separator: 'x'.repeat(100) },
    { texts: objects(size), separator: '' },
    { texts: [repeated('a', size)], separator: '' },
  ],
  'text.split_text': eachText([{ separator: '' }, { separator: 'a' }, { separator: `${'a'.repeat(99)}b` }]),
  'text.replace_text': eachText([
    { find: 'a', by: '' },
    { find: 'a', by: 'bb' },
    { find: `${'a'.repeat(250)}b${'a'.repeat(250)}`, by: 'x' },
    { find: ' ', by: 'x'.repeat(100_000), firstOnly: true },
    { find: 'a', by: 'x'.repeat(100_000) },
  ]),
  'text.find_in_text': eachText(all('text.find_in_text', 'what')),
  'text.shorten_text': eachText([{ length: 10_000, end: '…' }, { length: 1 }]),
  'text.encode_text': eachText(all('text.encode_text', 'encoding')),
  'text.decode_text': eachText(all('text.decode_text', 'encoding')),
  'text.hash_text': eachText(all('text.hash_text', 'algorithm')),
  'math.calculate': () =>
    all('math.calculate', 'operation').flatMap((operation) => [
      { ...operation, first: '9'.repeat(400), second: '7'.repeat(400) },
      { ...operation, first: 9, second: 1e300 },
      { ...operation, first: '1.1', second: 100_000 },
    ]),
  'math.summarize_numbers': (size) =>
    all('math.summarize_numbers', 'summary').map((summary) => ({ ...summary, numbers: numbers(size) })),
  'math.round_number': () =>
    all('math.round_number', 'way').map((way) => ({ ...way, number: 1.005, digits: 12 })),
  'math.format_number': () =>
    locales.map((locale) => ({ ...locale, number: 1e20, digits: 12, currency: 'EUR' })),
  'math.random_number': () => [{ low: 0, high: 1e15, whole: true }],
  'date.current_date': () => zones,
  'date.format_date': () =>
    zones.flatMap((zone) =>
      locales.map((locale) => ({ ...zone, ...locale, date: moment, format: longText })),
    ),
  'date.parse_date': () => zones.map((zone) => ({ ...zone, text: '1'.repeat(100), format: longText })),
  'date.add_to_date': () =>
    all('date.add_to_date', 'unit').map((unit) => ({ ...unit, date: moment, amount: 1_000_000_000 })),
  'date.date_difference': () =>
    all('date.date_difference', 'unit').map((unit) => ({ ...unit, from: '0001-01-01', to: '9999-12-31' })),
  'date.date_parts': () =>
    zones.flatMap((zone) => locales.map((locale) => ({ ...zone, ...locale, date: moment }))),
  'json.parse_json': (size) =>
    [
      repeated('[', size),
      `[${repeated('1,', size)}1]`,
      `[${repeated('1234567890123456789,', size)}1]`,
      `[${repeated('{},', size)}1]`,
      `"${repeated('\\u0041', size)}"`,
      repeated(' ', size),
      repeated('"', size),
    ].map((text) => ({ text })),
  'json.write_json': eachValue('value', [{ pretty: true }, { pretty: false }]),
  'json.get_value': eachValue('value', [...paths, { path: 'a.'.repeat(150) }, { path: '[0]'.repeat(100) }]),
  'csv.parse_csv': (size) =>
    ['"', ',', '\n', '"",', 'a,b\n', '""', ';', '\r', 'a;b,c|d\t'].flatMap((part) =>
      all('csv.parse_csv', 'delimiter').map((delimiter) => ({
        ...delimiter,
        text: repeated(part, size),
        hasHeader: true,
      })),
    ),
  'csv.write_csv': (size) => [
    { rows: objects(size), hasHeader: true, delimiter: ',' },
    { rows: [wide(size)], hasHeader: true, delimiter: ',', guardFormulas: true },
    {
      rows: objects(size).map((each, at) => ({ ...each, [`k${at % 500}`]: '"' })),
      hasHeader: true,
      delimiter: ',',
    },
  ],
  'xml.parse_xml': (size) =>
    ['<a>', '<a/>', '<!--', '<![CDATA[', '&amp;', '<a b="c" ', '<', '<?x ', '</a>', '<!DOCTYPE a ['].flatMap(
      (part) => [
        { text: repeated(part, size) },
        { text: `<all>${repeated(part, { ...size, length: size.length - 11 })}</all>` },
      ],
    ),
  'xml.write_xml': eachValue('value', [{ root: 'all', declaration: true }]),
};

const pure = allPieces.flatMap((piece) =>
  piece.actions.filter(({ kind }) => kind === 'pure').map((action) => `${piece.name}.${action.name}`),
);

/** Runs an action, which may refuse its input. */
const tryAction = async (name: string, input: FieldValues): Promise<void> => {
  await runAction(name, input).catch((error: unknown) => {
    if (!(error instanceof PieceError)) throw error;
  });
};

describe('the cost of actions that only compute', () => {
  it('is measured for every one that there is', () => {
    expect(Object.keys(hardest).sort()).toEqual([...pure].sort());
  });

  it.each(pure)('stays far below the deadline of its thread with the largest input: %s', async (name) => {
    const inputs = hardest[name]?.(largest) ?? [];
    expect(inputs).not.toEqual([]);
    for (const input of inputs) await expect(() => tryAction(name, input)).toCostAtMost(mostCost.ofLargest);
  });

  it.each(pure)('is a few milliseconds with the largest input on the event loop: %s', async (name) => {
    const inputs = hardest[name]?.(onLoop) ?? [];
    expect(inputs).not.toEqual([]);
    for (const input of inputs) await expect(() => tryAction(name, input)).toCostAtMost(mostCost.onLoop);
  });
});
