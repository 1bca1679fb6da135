import { describe, expect, it } from 'vitest';
import { compileValue, ExpressionError, listReferences, renameReferences } from './index.ts';

const scope = new Map<string, unknown>([
  ['trigger', { body: { n: 5, name: ' Ada ', größe: 3, list: [1, 2, 3], 'first-name': 'Ada', none: null } }],
  [
    'step_1',
    {
      items: [
        { name: 'Pen', price: 2, tags: ['a'], address: { city: 'Ulm' } },
        { name: 'Ink', price: 12.5, tags: [], address: { city: 'Bonn' } },
      ],
      at: '2026-03-31T09:30:00Z',
      day: '2026-01-31',
    },
  ],
  ['step_3', { item: { id: 7 }, index: 2 }],
]);

const valueOf = (value: unknown): unknown => compileValue(value)(scope);
const failureOf = (value: unknown): string => {
  try {
    return `computed ${JSON.stringify(valueOf(value))}`;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
};

describe('an expression', () => {
  it.each<[string, unknown]>([
    // Paths
    ['{{trigger.body.n}}', 5],
    ['{{ trigger.body.n }}', 5],
    ['{{trigger.body}}', scope.get('trigger') && (scope.get('trigger') as { body: unknown }).body],
    ['{{step_1.items[0].name}}', 'Pen'],
    ["{{step_1['items'][1]['name']}}", 'Ink'],
    ['{{step_1.items.1.name}}', 'Ink'],
    ["{{trigger.body['first-name']}}", 'Ada'],
    ['{{trigger.body.größe}}', 3],
    ['{{step_3.item.id}} at {{step_3.index}}', '7 at 2'],
    ['{{trigger.body.missing.deeper}}', null],
    ['{{trigger?.body?.n}}', 5],
    ['{{trigger.body.list[trigger.body.n - 4]}}', 2],
    ['{{trigger.body.list.length}}', 3],
    // Operators
    ['{{trigger.body.n + 1}}', 6],
    ['{{1 + 2 * 3 - 4 / 2 % 3}}', 5],
    ['{{(1 + 2) * -3}}', -9],
    ["{{'n = ' + trigger.body.n}}", 'n = 5'],
    ["{{'4' * 2}}", 8],
    ['{{trigger.body.n >= 5 && trigger.body.n < 6}}', true],
    ["{{trigger.body.n == '5'}}", true],
    ["{{trigger.body.n === '5'}}", false],
    ['{{trigger.body.none == trigger.body.missing}}', true],
    ['{{trigger.body.list == [1, 2, 3]}}', true],
    ["{{'10' > '9'}}", true],
    ["{{'b' > 'a' ? 'yes' : 'no'}}", 'yes'],
    ["{{trigger.body.none ?? 'default'}}", 'default'],
    ["{{trigger.body.missing || 'default'}}", 'default'],
    ['{{!trigger.body.missing}}', true],
    ['{{false ? 1 : true ? 2 : 3}}', 2],
    // Functions
    ['{{trigger.body.name.trim().upper()}}', 'ADA'],
    ["{{'A,B'.lower().split(',').last()}}", 'b'],
    ["{{'a-b-c'.replace('-', '+')}}", 'a+b+c'],
    ["{{'a.c'.replace('.', '$&')}}", 'a$&c'],
    ["{{'abcdef'.slice(1, -1)}}", 'bcde'],
    ["{{'abc'.includes('b')}}", true],
    ["{{step_1.items.map(item.name).join(', ')}}", 'Pen, Ink'],
    ["{{step_1.items.map('address.city')}}", ['Ulm', 'Bonn']],
    ['{{step_1.items.map(x => x.price * 2).first()}}', 4],
    ['{{step_1.items.filter(item.price > 10).map(item.name)}}', ['Ink']],
    ['{{step_1.items.filter(i => i.tags.includes("a")).length}}', 1],
    ['{{step_1.items.map(item.tags.map(item + index))}}', [['a0'], []]],
    ['{{trigger.body.list.slice(1)}}', [2, 3]],
    ['{{trigger.body.keys().length}}', 6],
    ['{{2.345.round(2)}}', 2.35],
    ['{{1.005.round(2)}}', 1.01],
    ["{{1234.5.format(2, 'de-DE')}}", '1.234,50'],
    ["{{'12.5'.number() + 1}}", 13.5],
    ["{{step_1.at.format('DD.MM.YYYY HH:mm', 'Europe/Berlin')}}", '31.03.2026 11:30'],
    ['{{step_1.day.addMonths(1)}}', '2026-02-28T00:00:00.000Z'],
    ["{{step_1.day.addDays(1).format('MMMM D'.slice(0, 4))}}", 'February'],
    ['{{trigger.body.list.json()}}', '[1,2,3]'],
    ['{{trigger.body.missing.upper()}}', null],
    [String.raw`{{'a\n\t\r\'\\\q'}}`, "a\n\t\r'\\q"],
    // The edges and the defaults of functions
    ["{{'a,b'.split()}}", ['a', 'b']],
    ["{{'ab'.split('')}}", ['a', 'b']],
    ["{{'abcdef'.slice()}}", 'abcdef'],
    ["{{'abcdef'.slice(2, null)}}", 'cdef'],
    ["{{'abc'.startsWith('a') && 'abc'.endsWith('c')}}", true],
    ["{{'abc'.startsWith('c') || 'abc'.endsWith('a')}}", false],
    ["{{'aBc'.toUpperCase() + 'aBc'.toLowerCase()}}", 'ABCabc'],
    ["{{'abc'.length() + 'abc'.text()}}", '3abc'],
    ['{{trigger.body.list.join()}}', '1, 2, 3'],
    ['{{trigger.body.list.slice()}}', [1, 2, 3]],
    ['{{trigger.body.list.slice(0, 2).last()}}', 2],
    ['{{trigger.body.list.includes(4)}}', false],
    ["{{trigger.body.list.includes('3')}}", true],
    ['{{trigger.body.list[-1]}}', null],
    ['{{trigger.body.list[3]}}', null],
    ['{{trigger.body.list[1.5]}}', null],
    ["{{trigger.body.list['']}}", null],
    ["{{trigger.body.list['0000000000000001']}}", 2],
    ["{{trigger.body.list['00000000000000001']}}", null],
    ["{{'abc'[1] + 'abc'.length}}", 'b3'],
    ['{{2.5.round()}}', 3],
    ['{{(1000000000000000 * 1000000).round(2)}}', 1e21],
    ['{{(0.000000001 * 0.1).round(2)}}', 0],
    ['{{(0.000000001 * 0.1).round(11)}}', 1e-10],
    ['{{(0 - 2.5).round()}}', -2],
    ['{{1234.5.round(20)}}', 1234.5],
    ['{{1234.5.format()}}', '1,234.50'],
    ['{{1234.5.format(0)}}', '1,235'],
    ["{{1.format(20, 'en-US').length}}", 22],
    ['{{7.text() + 7.number()}}', '77'],
    ['{{step_1.day.format()}}', '2026-01-31'],
    ["{{step_1.at.format('dddd, DD MMMM YYYY, HH:mm:ss')}}", 'Tuesday, 31 March 2026, 09:30:00'],
    ["{{step_1.at.addMinutes(-90).format('HH:mm')}}", '08:00'],
    ["{{step_1.at.addHours(15).format('DD.MM HH:mm')}}", '01.04 00:30'],
    ['{{step_1.day.addMonths(-2)}}', '2025-11-30T00:00:00.000Z'],
    ['{{step_1.day.addMonths(13.9)}}', '2027-02-28T00:00:00.000Z'],
    ["{{' 2026-03-31 '.date()}}", '2026-03-31T00:00:00.000Z'],
    ["{{'2026-03-31 09:30'.date()}}", '2026-03-31T09:30:00.000Z'],
    ["{{'2026-03-31T09:30:00+0200'.milliseconds()}}", Date.parse('2026-03-31T07:30:00Z')],
    ['{{0.date()}}', '1970-01-01T00:00:00.000Z'],
    // Text around it
    [
      'Dear {{trigger.body.name.trim()}}, {{trigger.body.n}} × {{trigger.body.list}}',
      'Dear Ada, 5 × [1,2,3]',
    ],
    ['{{trigger.body.n}}{{trigger.body.n}}', '55'],
    ["a {{'}}'}} b", 'a }} b'],
    ["{{'{{'}}", '{{'],
    ['no expression } {', 'no expression } {'],
  ])('%s is computed', (text, expected) => {
    expect(valueOf(text)).toEqual(expected);
  });

  it('keeps the type of its value when it is the whole text, also inside objects and lists', () => {
    expect(valueOf({ a: ['{{trigger.body.list}}', 1], b: { c: '{{trigger.body.n}}' }, d: null })).toEqual({
      a: [[1, 2, 3], 1],
      b: { c: 5 },
      d: null,
    });
  });

  it.each<[string, RegExp]>([
    ['{{trigger.body', /must end with “}}”/],
    ['{{}}', /needs a value instead of “}}”/],
    ['{{trigger.}}', /A dot must be followed by a name/],
    ['{{a b}}', /cannot continue with “b”/],
    ["{{'open}}", /no closing quotation mark/],
    ['{{a.explode()}}', /There is no function “explode”/],
    ['{{upper(a)}}', /is written after a value/],
    ['{{a ? 1}}', /needs “:”/],
    ['{{trigger.body.n.upper()}}', /“upper” does not work on a number/],
    ['{{trigger.body.n - trigger.body.name}}', /needs a number here, not text/],
    ['{{1 / 0}}', /not a number/],
    ['{{trigger.body.n.map(item)}}', /“map” works on a list, not on a number/],
    ["{{'soon'.addDays(1)}}", /“soon” is not a date/],
    ["{{'2026-02-30T25:00'.date()}}", /“2026-02-30T25:00” is not a date/],
    [`{{'${' '.repeat(31)}2026-01-01'.date()}}`, /is not a date/],
    ['{{8640000000000001.date()}}', /“number” is not a date/],
    ["{{'2026-01-01'.addDays(99999999999)}}", /The date is out of range/],
    [`{{'2026-01-01'.format('${'Y'.repeat(201)}')}}`, /The pattern of the date is too long/],
    [`{{1.format(2, '${'x'.repeat(100)}')}}`, /The name of a language or a time zone is too long/],
    ["{{1.format(2, '?')}}", /The language of a number must be written like en-US/],
    ['{{1.round(21)}}', /must be a whole number from 0 to 20/],
    ['{{1.round(-1)}}', /must be a whole number from 0 to 20/],
    ['{{1.round(0.5)}}', /must be a whole number from 0 to 20/],
    ["{{'twelve'.number()}}", /“twelve” is not a number/],
    ["{{step_1.at.format('HH', 'Mars/Base')}}", /no time zone “Mars\/Base”/],
    [`{{${'('.repeat(40)}1${')'.repeat(40)}}}`, /nested too deeply/],
    [`{{${'-'.repeat(40)}1}}`, /nested too deeply/],
    [`{{${'1+'.repeat(600)}1}}`, /too many parts/],
    [`{{a.b['${'x'.repeat(10_001)}']}}`, /too long/],
  ])('%s is refused with a sentence', (text, message) => {
    expect(failureOf(text)).toMatch(message);
  });

  it('does the same whatever is done to the prototypes of the host', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).length;
    valueOf('{{trigger.body.list.map(item + 1)}}');
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
  });
});

describe('the limits of a computation', () => {
  const large = new Map<string, unknown>([
    ['list', Array.from({ length: 20_000 }, (_, index) => ({ index }))],
    ['text', 'x'.repeat(1_500_000)],
  ]);
  const largeFailure = (value: unknown) => {
    try {
      return JSON.stringify(compileValue(value)(large)).length;
    } catch (error) {
      return error instanceof ExpressionError ? error.message : error;
    }
  };

  it.each<[string, unknown, RegExp]>([
    ['lists inside lists', '{{list.map(list.map(list.map(1)))}}', /takes too long/],
    ['a text that doubles', `{{${'text + '.repeat(20)}text}}`, /too long/],
    ['a text that replacement makes long', "{{text.replace('x', 'xxxxxxxx')}}", /too long/],
    ['a text that joins', '{{list.map(text).join(text)}}', /too long/],
    ['one value many times in a list', '{{[list, list, list, list, list, list, list, list]}}', /too large/],
    ['one value many times in an object', { a: '{{text}}', b: '{{text}}' }, /too large/],
    ['one value many times in a text', '{{text}}{{text}}', /too long/],
    [
      'many formats',
      "{{list.map('2026-01-01'.format('YYYY', 'Etc/GMT+' + (item.index % 12)))}}",
      /takes too long/,
    ],
  ])('%s ends with a sentence', (_what, value, message) => {
    expect(largeFailure(value)).toMatch(message);
  });

  it('leave room for real work: twenty thousand entries filtered and summed up in a text', () => {
    const count = compileValue('{{list.filter(item.index % 2 == 0).length}}')(large);
    expect(count).toBe(10_000);
  });
});

describe('references', () => {
  it('are found wherever expressions are', () => {
    const value = {
      a: 'x {{step_1.items[0].name}} {{step_2 + trigger.body.n}}',
      b: ["{{step_1.items.map(item.name).join(step_4['sep'])}}", 'step_9'],
    };
    const found = listReferences(value).map(({ name, keys }) => [name, ...keys].join('.'));
    expect(found.sort()).toEqual([
      'step_1.items',
      'step_1.items.0.name',
      'step_2',
      'step_4.sep',
      'trigger.body.n',
    ]);
    expect(listReferences('{{broken')).toEqual([]);
  });

  it('are renamed, and nothing that only looks like them', () => {
    const value = ["{{ step_1.a + step_10.a + 'step_1' }} step_1 {{x.step_1}}", { k: '{{step_1[0]}}' }];
    expect(renameReferences(value, [{ from: 'step_1', to: 'step_7' }])).toEqual([
      "{{ step_7.a + step_10.a + 'step_1' }} step_1 {{x.step_1}}",
      { k: '{{step_7[0]}}' },
    ]);
  });

  it('are renamed at a key below a name', () => {
    const renamings = [{ from: 'trigger', keys: ['body'], to: 'steps_3' }];
    expect(
      renameReferences(
        "{{trigger.body.n}} {{trigger['body']}} {{trigger.headers.host}} {{trigger}}",
        renamings,
      ),
    ).toBe('{{steps_3.n}} {{steps_3}} {{trigger.headers.host}} {{trigger}}');
  });
});
