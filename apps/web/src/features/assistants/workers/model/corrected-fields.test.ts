import { readJson } from '@atelier/contracts/kernel/parse-json';
import { expect, it } from 'vitest';
import { correctedText, editedFields, isUnreadable } from './corrected-fields.ts';

const fields = {
  supplier: 'Brook',
  total: 1224,
  iban: null,
  tasks: ['Pay', 'File'],
  nested: { a: 1 },
  paid: true,
};

it('offers texts, numbers and lists for correction, and keeps everything else and the order', () => {
  const edited = editedFields(fields);
  expect(edited.map(({ name, kind, text }) => [name, kind, text])).toEqual([
    ['supplier', 'TEXT', 'Brook'],
    ['total', 'NUMBER', '1224'],
    ['iban', 'TEXT', ''],
    ['tasks', 'LIST', 'Pay\nFile'],
  ]);
  expect(correctedText(fields, edited)).toBe(JSON.stringify(fields));
  const changed = edited.map((field) => {
    if (field.name === 'total') return { ...field, text: '1230.5' };
    return field.name === 'tasks' ? { ...field, text: 'Pay\n\n Ask ' } : field;
  });
  expect(correctedText(fields, changed)).toBe(
    JSON.stringify({ ...fields, total: 1230.5, tasks: ['Pay', 'Ask'] }),
  );
});

it('refuses what is no number, and takes an empty one as none', () => {
  const total = { name: 'total', kind: 'NUMBER' as const };
  expect(isUnreadable({ ...total, text: '1,224' })).toBe(true);
  expect(isUnreadable({ ...total, text: '' })).toBe(false);
  expect(correctedText({ total: 3 }, [{ ...total, text: '' }])).toBe('{"total":null}');
});

it('keeps the digits of long numbers, whether somebody changes them or not', () => {
  const text = '{"id":9007199254740993,"rate":0.1234567890123456789,"note":"a"}';
  const given = readJson(text) as Parameters<typeof editedFields>[0];
  const edited = editedFields(given);
  expect(edited.map((field) => field.text)).toEqual(['9007199254740993', '0.1234567890123456789', 'a']);
  expect(correctedText(given, edited)).toBe(text);
  const changed = edited.map((field) =>
    field.name === 'id' ? { ...field, text: '9007199254740995' } : field,
  );
  expect(correctedText(given, changed)).toBe(text.replace('993', '995'));
});
