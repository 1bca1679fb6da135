import { defaultValueFor, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldType, FieldValues } from '@atelier/contracts/fields/fields';
import { FieldType as types } from '@atelier/contracts/fields/fields';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type ShowOptions, showFields } from '../../../../tests/show-fields.tsx';
import { asText } from './field-props.ts';
import { inputs } from './inputs.ts';

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  name: 'x',
  label: 'Thing',
  type,
  ...more,
});
const options = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Pear' },
];

/** Renders one field and returns a function that reads its value. */
const show = async (one: Field, more: Omit<ShowOptions, 'values'> & { value?: JsonValue } = {}) => {
  const { value, ...rest } = more;
  const shown = await showFields([one], { ...rest, values: value === undefined ? {} : { x: value } });
  return { ...shown, value: () => shown.values()['x'] };
};

describe('the fields of a form', () => {
  it('have a part for each of the 28 types', { tags: ['FIELD-01'] }, () => {
    expect(Object.keys(inputs).sort()).toEqual([...types.options].sort());
    expect(types.options).toHaveLength(28);
  });

  it('take text of one line', { tags: ['FIELD-02', 'FIELD-03'] }, async () => {
    for (const type of ['TEXT', 'SHORT_TEXT'] as const) {
      const { value } = await show(field(type, { description: 'What it is called.' }));
      const input = screen.getByRole('textbox', { name: 'Thing', description: 'What it is called.' });
      expect((input as HTMLInputElement).value).toBe('');
      await userEvent.type(input, 'Ada');
      expect(value()).toBe('Ada');
    }
  });

  it('take text of many lines', { tags: ['FIELD-04'] }, async () => {
    const { value } = await show(field('LONG_TEXT'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Thing' }), 'one{enter}two');
    expect(value()).toBe('one\ntwo');
  });

  it('take a secret that can be looked at while it is typed, and never show the stored one', {
    tags: ['FIELD-05'],
  }, async () => {
    const { value } = await show(field('SECRET_TEXT', { required: true }), { secretsSet: ['x'] });
    const input = screen.getByLabelText<HTMLInputElement>('Thing');
    expect([input.type, input.value, input.placeholder]).toEqual([
      'password',
      '',
      'Saved. Leave empty to keep it.',
    ]);
    await userEvent.type(input, 's3cret');
    await userEvent.click(screen.getByRole('button', { name: 'Show or hide Thing' }));
    expect(input.type).toBe('text');
    expect(value()).toBe('s3cret');
  });

  it('take a number, and nothing for none', { tags: ['FIELD-06'] }, async () => {
    const { value } = await show(field('NUMBER', { min: 1, max: 10 }));
    const input = screen.getByRole('textbox', { name: 'Thing' });
    await userEvent.type(input, '4.5');
    expect(value()).toBe(4.5);
    await userEvent.clear(input);
    expect(value()).toBe('');
    await userEvent.type(input, '11');
    await userEvent.tab();
    await screen.findByText('“Thing” must be at most 10.');
  });

  it('take a day, and a time in the time zone of the user', { tags: ['FIELD-13'] }, async () => {
    const day = await show(field('DATE'));
    fireEvent.change(screen.getByLabelText('Thing'), { target: { value: '2026-03-31' } });
    expect(day.value()).toBe('2026-03-31');
    const moment = await show(field('DATE_TIME'));
    const input = screen.getByLabelText<HTMLInputElement>('Thing');
    fireEvent.change(input, { target: { value: '2026-03-31T09:30' } });
    expect(moment.value()).toBe(new Date('2026-03-31T09:30').toISOString());
    expect(input.value).toBe('2026-03-31T09:30');
  });

  it('take one of fixed choices', { tags: ['FIELD-09'] }, async () => {
    const { value } = await show(field('STATIC_DROPDOWN', { options }));
    const select = screen.getByRole('combobox', { name: 'Thing' });
    await userEvent.selectOptions(select, 'Pear');
    expect(value()).toBe('b');
    await userEvent.selectOptions(select, 'Choose one');
    expect(value()).toBe('');
  });

  it('take several of fixed choices', { tags: ['FIELD-21'] }, async () => {
    const { value } = await show(field('STATIC_MULTI_SELECT_DROPDOWN', { options }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Pear' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Apple' }));
    expect(value()).toEqual(['b', 'a']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Pear' }));
    expect(value()).toEqual(['a']);
  });

  it('take yes or no', { tags: ['FIELD-10'] }, async () => {
    const { value } = await show(field('CHECKBOX'));
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Thing' });
    expect(box.checked).toBe(false);
    await userEvent.click(box);
    expect(value()).toBe(true);
  });

  it('take a user name and a password', { tags: ['FIELD-18'] }, async () => {
    const { value } = await show(field('BASIC_AUTH'));
    await userEvent.type(screen.getByRole('textbox', { name: 'User name' }), 'ada');
    await userEvent.type(screen.getByLabelText('Password'), 'pw');
    expect(value()).toEqual({ username: 'ada', password: 'pw' });
  });

  it('take a group of fields for signing in', async () => {
    const fields: Field[] = [
      { name: 'key', label: 'Key', type: 'SECRET_TEXT', required: true },
      { name: 'region', label: 'Region', type: 'STATIC_DROPDOWN', options },
    ];
    const { value } = await show(field('CUSTOM_AUTH', { fields }));
    const group = screen.getByRole('group', { name: 'Thing' });
    await userEvent.type(within(group).getByLabelText(/^Key/), 'k');
    await userEvent.selectOptions(within(group).getByRole('combobox', { name: 'Region' }), 'Apple');
    expect(value()).toEqual({ key: 'k', region: 'a' });
  });

  it('take an object by its fields, or by names with values', { tags: ['FIELD-17'] }, async () => {
    const nested = await show(field('OBJECT', { fields: [{ name: 'host', label: 'Host', type: 'TEXT' }] }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Host' }), 'h');
    expect(nested.value()).toEqual({ host: 'h' });
    const free = await show(field('OBJECT'));
    await userEvent.click(screen.getByRole('button', { name: 'Add an entry to Thing' }));
    await userEvent.keyboard('team');
    await userEvent.type(screen.getByRole('textbox', { name: 'Value of entry 1' }), 'blue');
    expect(free.value()).toEqual({ team: 'blue' });
    await userEvent.click(screen.getByRole('button', { name: 'Remove entry 1' }));
    expect(free.value()).toEqual({});
  });

  it('take JSON, and say when it cannot be read', { tags: ['FIELD-19'] }, async () => {
    const { value } = await show(field('JSON'));
    const input = screen.getByRole('textbox', { name: 'Thing' });
    await userEvent.click(input);
    await userEvent.paste('{"a": [1');
    await userEvent.tab();
    await screen.findByText(/“Thing” is not valid JSON/);
    await userEvent.click(input);
    await userEvent.paste(', 2]}');
    expect(value()).toEqual({ a: [1, 2] });
    expect(screen.queryByText(/not valid JSON/)).toBeNull();
  });
});

describe('a list of entries', () => {
  const texts = field('ARRAY', { max: 3 });

  it('is added to, put in order and taken from by keyboard alone', { tags: ['FIELD-16'] }, async () => {
    const { value } = await show(texts);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}one');
    for (const word of ['two', 'three']) {
      screen.getByRole('button', { name: 'Add an entry to Thing' }).focus();
      await userEvent.keyboard(`{Enter}${word}`);
    }
    expect(value()).toEqual(['one', 'two', 'three']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add an entry to Thing' }).disabled).toBe(
      true,
    );
    screen.getByRole('button', { name: 'Move entry 3 up' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(value()).toEqual(['one', 'three', 'two']);
    await screen.findByText('Entry 3 is now entry 2.');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move entry 2 up');
    await userEvent.keyboard('{Enter}');
    expect(value()).toEqual(['three', 'one', 'two']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move entry 1 down');
    screen.getByRole('button', { name: 'Remove entry 2' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(value()).toEqual(['three', 'two']);
  });

  it('holds entries with fields of their own, each with its errors', { tags: ['FIELD-16'] }, async () => {
    const fields: Field[] = [{ name: 'key', label: 'Key', type: 'TEXT', required: true }];
    const { value } = await show(field('ARRAY', { fields }), { value: [{ key: 'one' }] });
    await userEvent.click(screen.getByRole('button', { name: 'Add an entry to Thing' }));
    await userEvent.tab();
    await screen.findByText('Please fill in “Key”.');
    const second = screen.getByRole('group', { name: 'Entry 2 of Thing' });
    await userEvent.type(within(second).getByRole('textbox', { name: 'Key' }), 'two');
    expect(value()).toEqual([{ key: 'one' }, { key: 'two' }]);
    expect(screen.queryByText('Please fill in “Key”.')).toBeNull();
  });

  it('holds variables with name, type and meaning', async () => {
    const { value } = await show(field('VARIABLES'));
    await userEvent.click(screen.getByRole('button', { name: 'Add an entry to Thing' }));
    await userEvent.keyboard('customer');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Number');
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Who asks');
    expect(value()).toEqual([{ name: 'customer', type: 'NUMBER', description: 'Who asks' }]);
  });

  it('holds addresses that are called, and refuses what is none', async () => {
    const { value } = await show(field('OUTBOUND'));
    await userEvent.click(screen.getByRole('button', { name: 'Add an entry to Thing' }));
    await userEvent.keyboard('CRM');
    const address = screen.getByRole('textbox', { name: 'Address' });
    await userEvent.type(address, 'ftp://x');
    screen.getByRole('button', { name: 'Add an entry to Thing' }).focus();
    fireEvent.blur(address, { relatedTarget: null });
    await screen.findByText(/begins with https:/);
    await userEvent.clear(address);
    await userEvent.type(address, 'https://crm.example.com');
    expect(value()).toEqual([{ name: 'CRM', address: 'https://crm.example.com' }]);
  });
});

describe('a field that loads', () => {
  const region: Field = { name: 'region', label: 'Region', type: 'TEXT' };
  const table = (type: FieldType): Field => ({ name: 'x', label: 'Table', type, refreshedBy: ['region'] });
  const choices = (values: FieldValues) =>
    Promise.resolve([
      {
        value: `t-${asText(values['region'])}`,
        label: `Table of ${asText(values['region'])}`,
      },
    ]);

  it('offers the choices, again when the value changes that decides them', {
    tags: ['FIELD-08'],
  }, async () => {
    const { values } = await showFields([region, table('DROPDOWN')], {
      loaders: { options: (_field, all) => choices(all) },
      values: { region: 'eu' },
    });
    await userEvent.click(screen.getByRole('combobox', { name: 'Table' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Table of eu' }));
    expect(values()['x']).toBe('t-eu');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Region' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Region' }), 'us');
    await userEvent.click(screen.getByRole('combobox', { name: 'Table' }));
    await screen.findByRole('option', { name: 'Table of us' });
    // A chosen value stays until the user changes it, even if it is no longer offered.
    expect(values()['x']).toBe('t-eu');
  });

  it('takes several of the loaded choices', { tags: ['FIELD-20'] }, async () => {
    const { value } = await show(field('MULTI_SELECT_DROPDOWN'), {
      loaders: { options: () => Promise.resolve(options) },
    });
    await userEvent.click(screen.getByRole('combobox', { name: 'Thing' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Pear' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Apple' }));
    expect(value()).toEqual(['b', 'a']);
  });

  it('says when the choices failed, loads them again, and says when there are none', {
    tags: ['FIELD-08'],
  }, async () => {
    let calls = 0;
    const load = () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('down')) : Promise.resolve([]);
    };
    await show(field('DROPDOWN'), { loaders: { options: load } });
    await screen.findByText(/could not be loaded/);
    await userEvent.click(screen.getByRole('button', { name: 'Load Thing again' }));
    await screen.findByText(/nothing to choose from/);
    expect(calls).toBe(2);
  });

  it('shows fields that depend on others', async () => {
    const fields: Field[] = [{ name: 'column', label: 'Column', type: 'TEXT' }];
    const { value } = await show(field('DYNAMIC'), { loaders: { fields: () => Promise.resolve(fields) } });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Column' }), 'id');
    expect(value()).toEqual({ column: 'id' });
  });

  it('uploads a file and keeps what came of it', { tags: ['FIELD-14'] }, async () => {
    const { value } = await show(field('FILE'), {
      loaders: { upload: (file) => Promise.resolve(`kept:${file.name}`) },
    });
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('There is no place for the file.');
    await userEvent.upload(input, new File(['x'], 'key.pem'));
    await screen.findByText('key.pem');
    expect(value()).toBe('kept:key.pem');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the file of Thing' }));
    expect(value()).toBe('');
  });

  it('says why a file was not uploaded', { tags: ['FIELD-14'] }, async () => {
    await show(field('FILE'), { loaders: { upload: () => Promise.reject(new Error('full')) } });
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('There is no place for the file.');
    await userEvent.upload(input, new File(['x'], 'key.pem'));
    expect(await screen.findByText(/The file was not uploaded/)).toBeTruthy();
  });
});

describe('fields that name triggers, co-workers and agents', () => {
  const loaders = { options: () => Promise.resolve([{ value: 'one_1', label: 'The first' }]) };
  const choose = async (type: FieldType) => {
    const shown = await show(field(type), { loaders });
    expect(defaultValueFor(field(type))).toEqual(type === 'TRIGGER' ? [] : '');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Thing' }));
    await userEvent.click(await screen.findByRole('option', { name: 'The first' }));
    return shown.value();
  };

  it('let several triggers be chosen, and begin with none', async () => {
    expect(await choose('TRIGGER')).toEqual(['one_1']);
  });

  it('let a co-worker be chosen, and begin with an empty text', async () => {
    expect(await choose('CO_WORKER')).toBe('one_1');
  });

  it('let an agent be chosen, and begin with an empty text', { tags: ['FIELD-26'] }, async () => {
    expect(await choose('SUB_AGENT')).toBe('one_1');
  });
});

describe('what is wrong', () => {
  it('is said beside the field once it was left, and not before', async () => {
    await showFields([
      { name: 'one', label: 'One', type: 'TEXT', required: true },
      { name: 'two', label: 'Two', type: 'TEXT', required: true },
    ]);
    await userEvent.click(screen.getByRole('textbox', { name: /One/ }));
    expect(screen.queryByText('Please fill in “One”.')).toBeNull();
    await userEvent.tab();
    await screen.findByText('Please fill in “One”.');
    expect(screen.queryByText('Please fill in “Two”.')).toBeNull();
    expect(screen.getByRole('textbox', { name: /One/ }).getAttribute('aria-required')).toBe('true');
  });

  it('does not push a button away that is being pressed', async () => {
    await showFields([{ name: 'one', label: 'One', type: 'TEXT', required: true }]);
    const user = userEvent.setup();
    await user.click(screen.getByRole('textbox', { name: /One/ }));
    await user.pointer({ keys: '[MouseLeft>]', target: document.body });
    expect(document.activeElement).toBe(document.body);
    expect(screen.queryByText('Please fill in “One”.')).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]', target: document.body });
    await screen.findByText('Please fill in “One”.');
  });

  it('is focused after sending was refused', async () => {
    await showFields([{ name: 'one', label: 'One', type: 'TEXT', required: true }], {
      submitCount: 1,
      errors: { one: 'The server does not know this one.' },
    });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /One/ })));
    expect(screen.getByText('The server does not know this one.')).toBeTruthy();
  });

  it('goes away with a field that is not asked for any more', async () => {
    const { values } = await showFields([
      { name: 'mode', label: 'Mode', type: 'STATIC_DROPDOWN', options },
      { name: 'more', label: 'More', type: 'TEXT', shownWhen: { field: 'mode', values: ['b'] } },
    ]);
    expect(screen.queryByRole('textbox', { name: 'More' })).toBeNull();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'Pear');
    await userEvent.type(screen.getByRole('textbox', { name: 'More' }), 'x');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'Apple');
    expect(screen.queryByRole('textbox', { name: 'More' })).toBeNull();
    expect(values()).toMatchObject({ mode: 'a' });
  });
});
