import { describe, expect, it } from 'vitest';
import { valuesSchema } from './field-schema.ts';
import { joinSecrets, keepSecrets, secretNames, separateSecrets } from './field-secrets.ts';
import { defaultValueFor, defaultValuesFor, isShown, maxDepth } from './field-values.ts';
import { type Field, FieldType, type FieldValues } from './fields.ts';

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  name: 'x',
  label: 'X',
  type,
  ...more,
});

/** The sentences with which values are refused, by path. */
const refusals = (fields: Field[], values: unknown, options = {}) => {
  const judged = valuesSchema(fields, options).safeParse(values);
  return judged.success
    ? {}
    : Object.fromEntries(judged.error.issues.map((it) => [it.path.join('.'), it.message]));
};
const refusal = (one: Field, value: unknown) => refusals([one], { x: value })['x'];

const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

describe('defaults of fields', () => {
  it('knows exactly the 28 types, each with its default', {
    tags: ['FIELD-01', 'FIELD-30', 'FIELD-31'],
  }, () => {
    const defaults = Object.fromEntries(FieldType.options.map((type) => [type, defaultValueFor({ type })]));
    const lists = [
      'ARRAY',
      'MULTI_SELECT_DROPDOWN',
      'STATIC_MULTI_SELECT_DROPDOWN',
      'KNOWLEDGE_BASE',
      'VARIABLES',
      'APP',
      'TRIGGER',
      'OUTBOUND',
    ];
    const objects = ['OBJECT', 'DYNAMIC', 'CUSTOM_AUTH', 'OAUTH2', 'BASIC_AUTH', 'JSON'];
    const texts = [
      'TEXT',
      'SHORT_TEXT',
      'LONG_TEXT',
      'SECRET_TEXT',
      'NUMBER',
      'DATE',
      'DROPDOWN',
      'STATIC_DROPDOWN',
      'DATE_TIME',
      'FILE',
      'CO_WORKER',
      'SUB_AGENT',
      'CONNECTIONS',
    ];
    const all = [
      ...lists.map((type) => [type, []]),
      ...objects.map((type) => [type, {}]),
      ...texts.map((type) => [type, '']),
      ['CHECKBOX', false],
    ];
    expect(all).toHaveLength(28);
    expect(defaults).toEqual(Object.fromEntries(all));
  });

  it('begins with the default of the field where it has one, as a copy', () => {
    const one = field('ARRAY', { default: ['first'] });
    const values = defaultValuesFor([one]);
    expect(values).toEqual({ x: ['first'] });
    expect(values['x']).not.toBe(one.default);
  });

  it('accepts the default of every type that need not be filled in', () => {
    for (const type of FieldType.options)
      expect(refusals([field(type)], defaultValuesFor([field(type)]))).toEqual({});
  });
});

describe('the schema of values', () => {
  it('asks in a sentence for what is required', () => {
    for (const type of FieldType.options.filter((it) => it !== 'CHECKBOX')) {
      const found = Object.values(refusals([field(type, { required: true })], {}));
      expect(found.length, type).toBeGreaterThan(0);
      for (const message of found) expect(message).toMatch(/^Please .*\.$/);
    }
  });

  it('keeps to the bounds of numbers, texts and lists', () => {
    expect(refusal(field('NUMBER', { min: 1, max: 5 }), 0)).toBe('“X” must be at least 1.');
    expect(refusal(field('NUMBER', { min: 1, max: 5 }), 6)).toBe('“X” must be at most 5.');
    expect(refusal(field('NUMBER'), 'five')).toBe('“X” must be a number.');
    expect(refusal(field('SHORT_TEXT', { max: 3 }), 'four')).toBe('“X” may have at most 3 characters.');
    expect(refusal(field('SHORT_TEXT', { min: 3 }), 'ab')).toBe('“X” needs at least 3 characters.');
    expect(refusal(field('ARRAY', { max: 2 }), words(3))).toBe('“X” takes at most 2.');
    expect(refusal(field('NUMBER', { min: 1, max: 5 }), 3)).toBeUndefined();
  });

  /** Each bound at its edge, and one beyond. */
  it.each<[FieldType, Partial<Field>, unknown, string | undefined]>([
    ['NUMBER', { min: 1, max: 5 }, 1, undefined],
    ['NUMBER', { min: 1, max: 5 }, 5, undefined],
    ['NUMBER', {}, -1e300, undefined],
    ['NUMBER', { min: 1 }, '', undefined],
    ['SHORT_TEXT', {}, 'x'.repeat(4000), undefined],
    ['SHORT_TEXT', {}, 'x'.repeat(4001), '“X” may have at most 4000 characters.'],
    ['SECRET_TEXT', {}, 'x'.repeat(20_000), undefined],
    ['SECRET_TEXT', {}, 'x'.repeat(20_001), '“X” may have at most 20000 characters.'],
    ['TEXT', {}, 'x'.repeat(200_001), '“X” may have at most 200000 characters.'],
    ['LONG_TEXT', {}, 'x'.repeat(200_001), '“X” may have at most 200000 characters.'],
    ['SHORT_TEXT', { min: 3 }, 'abc', undefined],
    ['SHORT_TEXT', { min: 3 }, '', undefined],
    ['SHORT_TEXT', { required: true }, '  ', 'Please fill in “X”.'],
    ['SHORT_TEXT', {}, 'a\0b', '“X” contains a character that cannot be stored. Please type it again.'],
    ['SHORT_TEXT', {}, 7, '“X” must be text.'],
    ['DROPDOWN', {}, 'x'.repeat(1000), undefined],
    ['DROPDOWN', {}, 'x'.repeat(1001), 'This is not a choice of “X”.'],
    ['DROPDOWN', { required: true }, '', 'Please choose “X”.'],
    ['STATIC_DROPDOWN', { options }, '', undefined],
    ['STATIC_DROPDOWN', { options, required: true }, '', 'Please choose “X”.'],
    ['STATIC_DROPDOWN', {}, 'a', 'Please choose one of those that “X” offers.'],
    ['ARRAY', { max: 2 }, words(2), undefined],
    ['ARRAY', {}, words(1000), undefined],
    ['ARRAY', {}, words(1001), '“X” takes at most 1000.'],
    ['ARRAY', { min: 2 }, words(1), '“X” needs at least 2.'],
    ['ARRAY', { min: 2 }, words(2), undefined],
    ['ARRAY', { min: 2 }, [], undefined],
    ['ARRAY', { required: true }, [], 'Please choose “X”.'],
    ['MULTI_SELECT_DROPDOWN', {}, ['a', 'b', 'a'], '“X” contains something twice.'],
    ['KNOWLEDGE_BASE', {}, 'kb_1', undefined],
    ['KNOWLEDGE_BASE', { required: true }, '', 'Please choose “X”.'],
    ['CHECKBOX', {}, 'on', '“X” must be on or off.'],
    ['DATE', { required: true }, '', 'Please fill in “X”.'],
    ['OBJECT', {}, [], '“X” must be an object.'],
    ['OBJECT', { required: true }, {}, 'Please fill in “X”.'],
    ['OBJECT', { required: true }, { a: '' }, undefined],
    ['JSON', { required: true }, {}, 'Please fill in “X”.'],
    ['JSON', { required: true }, [0], undefined],
    ['JSON', {}, 7, '“X” is not valid JSON. Please write an object or a list, for example {"key": "value"}.'],
    ['JSON', { isAnyJson: true }, 7, undefined],
    ['JSON', { isAnyJson: true, required: true }, '', 'Please fill in “X”.'],
    ['JSON', { isAnyJson: true, required: true }, null, 'Please fill in “X”.'],
    ['JSON', { isAnyJson: true, required: true }, 0, undefined],
    ['OAUTH2', { required: true }, { authorizationId: '' }, 'Please connect “X” first.'],
    ['OAUTH2', { required: true }, { authorizationId: 'aut_1' }, undefined],
  ])('judges of %s %j', (type, more, value, message) => {
    expect(refusal(field(type, more), value)).toBe(message);
  });

  it('asks for both parts of a login once one is there, and not for a password that is kept', () => {
    const login = field('BASIC_AUTH');
    const said = { name: 'Please enter the user name.', password: 'Please enter the password.' };
    expect(refusals([login], { x: { username: '', password: '' } })).toEqual({});
    expect(refusals([login], { x: { username: 'ada' } })).toEqual({ 'x.password': said.password });
    expect(refusals([login], { x: { password: 'p' } })).toEqual({ 'x.username': said.name });
    expect(refusals([field('BASIC_AUTH', { required: true })], { x: {} })).toEqual({
      'x.username': said.name,
      'x.password': said.password,
    });
    expect(refusals([login], { x: { username: 'ada' } }, { keepsSecrets: true })).toEqual({});
    expect(refusals([field('OAUTH2', { required: true })], { x: {} }, { keepsSecrets: true })).toEqual({});
  });

  it('takes of variables and addresses their names, in full', () => {
    const variable = (name: string) => refusals([field('VARIABLES')], { x: [{ name, type: 'STRING' }] });
    expect([variable('_a1'), variable('a'.repeat(100))]).toEqual([{}, {}]);
    expect(variable('a'.repeat(101))).toHaveProperty(['x.0.name']);
    expect(variable('constructor')).toEqual({
      'x.0.name': 'This name is not allowed. Please choose another one.',
    });
    const outbound = (name: string, address: string) =>
      refusals([field('OUTBOUND')], { x: [{ name, address }] });
    expect([outbound('crm', 'http://a.example'), outbound('c'.repeat(100), 'https://a.example')]).toEqual([
      {},
      {},
    ]);
    expect(outbound(' ', 'https://a.example')).toEqual({ 'x.0.name': 'Please enter a name.' });
    expect(outbound('c'.repeat(101), 'https://a.example')).toHaveProperty(['x.0.name']);
  });

  it('leaves an optional group alone only while nothing in it is changed', () => {
    const fields = [
      field('TEXT', { name: 'key', label: 'Key', required: true }),
      field('CHECKBOX', { name: 'on', label: 'On', default: true }),
    ];
    const group = [field('CUSTOM_AUTH', { fields })];
    expect(valuesSchema(group).parse({ x: { on: true } })).toEqual({ x: {} });
    expect(refusals(group, { x: { on: false } })).toEqual({ 'x.key': 'Please fill in “Key”.' });
    expect(refusals(group, { x: [] })).toEqual({ x: '“X” must be an object.' });
    expect(refusals(group, 'x')).toEqual({ '': 'Please send the values as an object.' });
  });

  it('takes of fixed choices only those that are offered', () => {
    expect(refusal(field('STATIC_DROPDOWN', { options }), 'c')).toContain('offers');
    expect(refusal(field('STATIC_MULTI_SELECT_DROPDOWN', { options }), ['a', 'c'])).toContain('offers');
    expect(refusal(field('STATIC_MULTI_SELECT_DROPDOWN', { options }), ['a', 'a'])).toContain('twice');
    expect(refusal(field('STATIC_MULTI_SELECT_DROPDOWN', { options }), ['b', 'a'])).toBeUndefined();
  });

  it('takes dates, JSON, addresses and names only in their form', () => {
    expect(refusal(field('DATE'), '31.3.2026')).toContain('must be a date');
    expect(refusal(field('DATE'), '2026-03-31')).toBeUndefined();
    expect(refusal(field('DATE_TIME'), '2026-03-31')).toContain('with a time');
    expect(refusal(field('DATE_TIME'), '2026-03-31T09:30:00+02:00')).toBeUndefined();
    expect(refusal(field('JSON'), '{"half"')).toContain('not valid JSON');
    expect(
      refusals([field('OUTBOUND')], { x: [{ name: 'crm', address: 'javascript:alert(1)' }] }),
    ).toHaveProperty(['x.0.address']);
    expect(refusals([field('VARIABLES')], { x: [{ name: 'two words', type: 'STRING' }] })).toHaveProperty([
      'x.0.name',
    ]);
    const twice = { name: 'a', type: 'STRING' };
    expect(refusals([field('VARIABLES')], { x: [twice, twice] })).toEqual({
      'x.1.name': 'There is another one with this name.',
    });
  });

  it('takes as a host only the name or address of a server', () => {
    const host = field('SHORT_TEXT', { isHost: true });
    for (const value of [
      'db',
      'db.example.com',
      '10.1.2.3',
      '::1',
      '[fe80::1]',
      'münchen.example',
      'a_b.internal.',
      '',
    ])
      expect([value, refusal(host, value)]).toEqual([value, undefined]);
    for (const value of [
      '/run/db',
      'a/b',
      'https://db',
      'db:5432',
      'a b',
      'a@b',
      '..',
      '\\\\share',
      'x'.repeat(300),
    ])
      expect([value, refusal(host, value)]).toEqual([value, expect.stringContaining('must be the name')]);
  });

  it('refuses what no field asks for, also inside', () => {
    expect(refusals([field('TEXT')], { y: 1 })).toEqual({ y: 'There is no field “y” here.' });
    const auth = field('CUSTOM_AUTH', { fields: [{ ...field('TEXT'), name: 'key' }] });
    expect(refusals([auth], { x: { other: 1 } })).toEqual({ 'x.other': 'There is no field “other” here.' });
  });

  it('drops what is hidden, and asks for it only while it is shown', () => {
    const mode = field('STATIC_DROPDOWN', { name: 'mode', options, default: 'a' });
    const detail = field('TEXT', {
      name: 'detail',
      required: true,
      shownWhen: { field: 'mode', values: ['b'] },
    });
    const hangsOn = field('TEXT', { name: 'more', shownWhen: { field: 'detail', values: ['z'] } });
    const fields = [mode, detail, hangsOn];
    expect(valuesSchema(fields).parse({ mode: 'a', detail: 'z', more: 'kept?' })).toEqual({ mode: 'a' });
    expect(refusals(fields, { mode: 'b' })).toEqual({ detail: 'Please fill in “X”.' });
    expect(isShown(hangsOn, fields, { mode: 'a', detail: 'z' })).toBe(false);
    expect(isShown(hangsOn, fields, { mode: 'b', detail: 'z' })).toBe(true);
  });

  it('does not hang on fields that show each other', () => {
    const one = field('TEXT', { name: 'one', shownWhen: { field: 'two', values: [''] } });
    const two = field('TEXT', { name: 'two', shownWhen: { field: 'one', values: [''] } });
    expect(isShown(one, [one, two], {})).toBe(false);
  });

  it('judges entries of lists and groups by their fields, and leaves an untouched group alone', () => {
    const fields = [{ ...field('TEXT', { required: true }), name: 'key', label: 'Key' }];
    expect(refusals([field('ARRAY', { fields })], { x: [{ key: 'a' }, {}] })).toEqual({
      'x.1.key': 'Please fill in “Key”.',
    });
    expect(valuesSchema([field('CUSTOM_AUTH', { fields })]).parse({ x: { key: '' } })).toEqual({ x: {} });
    expect(refusals([field('CUSTOM_AUTH', { fields, required: true })], { x: {} })).toEqual({
      'x.key': 'Please fill in “Key”.',
    });
  });

  it('lets a required secret stay empty where the stored one is kept', () => {
    const secret = field('SECRET_TEXT', { required: true });
    expect(refusals([secret], { x: '' })).toEqual({ x: 'Please fill in “X”.' });
    expect(refusals([secret], { x: '' }, { keepsSecrets: true })).toEqual({});
  });
});

describe('hostile values', () => {
  it('changes nothing that other objects inherit', () => {
    const hostile: unknown = JSON.parse(
      '{"x":{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}}',
    );
    for (const type of ['JSON', 'OBJECT', 'DYNAMIC', 'CUSTOM_AUTH'] as const) {
      const accepted = valuesSchema([field(type)]).parse(hostile);
      expect(JSON.stringify(accepted), type).toBe(JSON.stringify(hostile));
    }
    expect(refusals([field('TEXT')], JSON.parse('{"__proto__":{"isAdmin":true}}'))).not.toEqual({});
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
    expect(() => valuesSchema([field('TEXT', { name: '__proto__' })])).toThrow('cannot be called');
  });

  it('takes no value from what every object inherits', () => {
    const fields = [field('TEXT', { name: 'toString', required: true })];
    expect(refusals(fields, {})).toEqual({ toString: 'Please fill in “X”.' });
  });

  it('refuses what is nested without end', () => {
    const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(refusal(field('JSON'), nested(maxDepth - 1))).toBeUndefined();
    expect(Object.values(refusals([field('JSON')], { x: nested(20_000) })).join()).toContain(
      'nested too deeply',
    );
  });
});

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const texts = ['', 'plain', 'ünïcode ✓', '"quoted"', '\u2028', '🙂', ' spaces '];

const valueOf = (one: Field, random: () => number): FieldValues[string] => {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const word = () => pick(texts) ?? '';
  const inner = () => valuesOf(one.fields ?? [], random);
  const makers: Partial<Record<FieldType, () => FieldValues[string]>> = {
    NUMBER: () => Math.round((random() - 0.5) * 1e6) / 100,
    CHECKBOX: () => random() > 0.5,
    ARRAY: () => Array.from({ length: Math.floor(random() * 3) }, inner),
    OBJECT: inner,
    CUSTOM_AUTH: inner,
    JSON: () => ({ deep: [word(), { n: random() }, null, false] }),
    BASIC_AUTH: () => ({ username: `u${word()}`, password: `p${word()}` }),
    OAUTH2: () => ({ authorizationId: `aut_${word()}`, account: word() }),
    STATIC_DROPDOWN: () => pick(options)?.value ?? '',
    STATIC_MULTI_SELECT_DROPDOWN: () => (random() > 0.5 ? ['a', 'b'] : []),
    DATE: () => '2026-02-28',
    DATE_TIME: () => '2026-02-28T10:00:00Z',
  };
  return makers[one.type]?.() ?? (Array.isArray(defaultValueFor({ type: one.type })) ? [] : word());
};

const valuesOf = (fields: readonly Field[], random: () => number): FieldValues =>
  Object.fromEntries(fields.map((one) => [one.name, valueOf(one, random)]));

const flat = FieldType.options.filter(
  (type) => !['ARRAY', 'OBJECT', 'CUSTOM_AUTH', 'DYNAMIC', 'VARIABLES', 'OUTBOUND'].includes(type),
);
const named = (type: FieldType, more: Partial<Field> = {}): Field => ({
  name: type.toLowerCase(),
  label: type,
  type,
  options,
  ...more,
});
const many: Field[] = [
  ...flat.map((type) => named(type)),
  named('ARRAY', { fields: flat.map((type) => named(type)) }),
  named('OBJECT', { fields: [named('CUSTOM_AUTH', { fields: flat.map((type) => named(type)) })] }),
];

describe('whatever is accepted', () => {
  it('survives JSON, comes out of its own schema unchanged, and comes back from its secrets', () => {
    const schema = valuesSchema(many);
    for (let seed = 1; seed <= 200; seed += 1) {
      const accepted = schema.parse(valuesOf(many, randomOf(seed)));
      const revived: unknown = JSON.parse(JSON.stringify(accepted));
      expect(revived, `seed ${seed}`).toEqual(accepted);
      expect(schema.parse(revived as FieldValues), `seed ${seed}`).toEqual(accepted);
      const { open, secrets } = separateSecrets(many, accepted);
      expect(joinSecrets(many, open, secrets), `seed ${seed}`).toEqual(accepted);
      expect(keepSecrets(many, open, accepted), `seed ${seed}`).toEqual(accepted);
    }
  });
});

describe('secrets of values', () => {
  const headers = field('ARRAY', {
    name: 'headers',
    fields: [field('TEXT', { name: 'key' }), field('SECRET_TEXT', { name: 'value' })],
  });
  const fields: Field[] = [
    field('SHORT_TEXT', { name: 'host' }),
    field('SECRET_TEXT', { name: 'token' }),
    field('BASIC_AUTH', { name: 'login' }),
    field('OAUTH2', { name: 'account' }),
    field('CUSTOM_AUTH', { name: 'auth', fields: [field('SECRET_TEXT', { name: 'key' })] }),
    headers,
  ];
  const values: FieldValues = {
    host: 'db.example.com',
    token: 't',
    login: { username: 'ada', password: 'p' },
    account: { authorizationId: 'aut_1', account: 'ada@example.com' },
    auth: { key: 'k' },
    headers: [
      { key: 'one', value: 'first' },
      { key: 'two', value: 'second' },
    ],
  };

  it('are taken out wherever they stand, and nothing else is', () => {
    const { open, secrets } = separateSecrets(fields, values);
    expect(secrets).toEqual({
      token: 't',
      'login.password': 'p',
      'account.authorizationId': 'aut_1',
      'auth.key': 'k',
      'headers.0.value': 'first',
      'headers.1.value': 'second',
    });
    expect(open).toMatchObject({
      host: 'db.example.com',
      token: '',
      login: { username: 'ada', password: '' },
    });
    expect(secretNames(fields)).toEqual(['token', 'login.password', 'account.authorizationId', 'auth.key']);
  });

  it('stay where they were left empty, and change where they were typed', () => {
    const { open } = separateSecrets(fields, values);
    const after = keepSecrets(fields, { ...open, token: 'new' }, values);
    expect(after).toEqual({ ...values, token: 'new' });
  });

  it('follow their entry of a list, and never move to another one', () => {
    const typed = {
      headers: [
        { key: 'two', value: '' },
        { key: 'three', value: '' },
      ],
    };
    expect(keepSecrets([headers], typed, values)['headers']).toEqual([
      { key: 'two', value: 'second' },
      { key: 'three', value: '' },
    ]);
  });
});
