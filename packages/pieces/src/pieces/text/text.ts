import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { partsAround, positionsIn } from '@atelier/contracts/fields/find-text';
import { limitLength, limitList, limitText, longestText } from '../../limits.ts';
import type { Piece } from '../../piece.ts';
import { isOn, readListField, readNumberField, readTextField, showValue } from '../../values.ts';
import { decodeText, encodeText, encodings, hashText } from './encode.ts';
import { findings, transforms } from './transform.ts';

const textField: Field = { name: 'text', label: 'Text', type: 'LONG_TEXT', max: longestText };

const choices = (named: Readonly<Record<string, { label: string }>>) =>
  Object.entries(named).map(([value, { label }]) => ({ value, label }));

/** `\n` and `\t` may be written as such, because a field of one line cannot contain them. */
const readSeparator = (values: FieldValues): string =>
  readTextField(values, 'separator').replaceAll('\\n', '\n').replaceAll('\\t', '\t');

const separatorField: Field = {
  name: 'separator',
  label: 'Separator',
  type: 'SHORT_TEXT',
  max: 100,
  default: ', ',
  description: '`\\n` is a new line, `\\t` a tab.',
};

const split = (values: FieldValues): string[] => {
  const separator = readSeparator(values);
  const text = readTextField(values, 'text');
  const parts =
    separator === '' ? text.split(/(?:)/u) : partsAround(text, separator, positionsIn(text, separator));
  const trimmed = isOn(values, 'trim') ? parts.map((it) => it.trim()).filter((it) => it !== '') : parts;
  return limitList(trimmed);
};

const replace = (values: FieldValues): string => {
  const [text, find, by] = [
    readTextField(values, 'text'),
    readTextField(values, 'find'),
    readTextField(values, 'by'),
  ];
  const positions = positionsIn(text, find, isOn(values, 'firstOnly') ? 1 : undefined);
  if (positions.length === 0) return text;
  // The length is known before the text is made, so that a long replacement cannot fill the memory.
  limitLength(text.length + positions.length * (by.length - find.length));
  return partsAround(text, find, positions).join(by);
};

const charactersOf = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Takes the first characters as people count them: a flag or a letter with an accent is one. */
const cutCharacters = (text: string, count: number): string[] => {
  const taken: string[] = [];
  for (const { segment } of charactersOf.segment(text)) {
    if (taken.length === count) break;
    taken.push(segment);
  }
  return taken;
};

const cut = (values: FieldValues): string => {
  const [text, length] = [readTextField(values, 'text'), readNumberField(values, 'length') ?? 0];
  const taken = cutCharacters(text, length + 1);
  if (taken.length <= length) return text;
  const end = cutCharacters(readTextField(values, 'end'), length);
  return [...taken.slice(0, length - end.length), ...end].join('');
};

export const text: Piece = {
  name: 'text',
  version: '1.0.0',
  displayName: 'Text',
  description: 'Changes, joins, splits, searches and encodes texts.',
  category: 'DATA',
  icon: 'letter-case',
  triggers: [],
  actions: [
    {
      kind: 'pure',
      name: 'change_text',
      displayName: 'Change a text',
      description: 'Changes case, removes spaces, makes a slug.',
      fields: [
        textField,
        {
          name: 'change',
          label: 'Change',
          type: 'STATIC_DROPDOWN',
          required: true,
          default: 'TRIM',
          options: choices(transforms),
        },
      ],
      sample: 'A text',
      run: (values) =>
        limitText(transforms[readTextField(values, 'change')]?.change(readTextField(values, 'text')) ?? ''),
    },
    {
      kind: 'pure',
      name: 'join_texts',
      displayName: 'Join a list',
      description: 'Makes one text of the entries of a list.',
      fields: [
        { name: 'texts', label: 'List', type: 'JSON', isAnyJson: true, required: true, default: [] },
        separatorField,
      ],
      sample: 'one, two, three',
      run: (values) =>
        limitText(limitList(readListField(values, 'texts')).map(showValue).join(readSeparator(values))),
    },
    {
      kind: 'pure',
      name: 'split_text',
      displayName: 'Split a text',
      description: 'Makes a list of the parts between a separator.',
      fields: [
        textField,
        separatorField,
        { name: 'trim', label: 'Without spaces around and empty parts', type: 'CHECKBOX', default: true },
      ],
      sample: ['one', 'two', 'three'],
      run: split,
    },
    {
      kind: 'pure',
      name: 'replace_text',
      displayName: 'Replace in a text',
      description: 'Replaces a word or passage, written exactly.',
      fields: [
        textField,
        { name: 'find', label: 'Find', type: 'SHORT_TEXT', required: true },
        { name: 'by', label: 'Replace by', type: 'LONG_TEXT', max: 100_000 },
        { name: 'firstOnly', label: 'Only the first', type: 'CHECKBOX' },
      ],
      sample: 'A text',
      run: replace,
    },
    {
      kind: 'pure',
      name: 'find_in_text',
      displayName: 'Find in a text',
      description: 'Lists all mail addresses, links, numbers or hashtags, each once.',
      fields: [
        textField,
        {
          name: 'what',
          label: 'Find',
          type: 'STATIC_DROPDOWN',
          required: true,
          default: 'EMAILS',
          options: choices(findings),
        },
      ],
      sample: ['ann@example.com'],
      run: (values) => {
        const pattern = findings[readTextField(values, 'what')]?.pattern;
        return limitList([...new Set(pattern ? (readTextField(values, 'text').match(pattern) ?? []) : [])]);
      },
    },
    {
      kind: 'pure',
      name: 'shorten_text',
      displayName: 'Shorten a text',
      description: 'Cuts a text that is longer than you say.',
      fields: [
        textField,
        {
          name: 'length',
          label: 'Characters',
          type: 'NUMBER',
          required: true,
          min: 1,
          max: 10_000,
          default: 100,
        },
        { name: 'end', label: 'End of a cut text', type: 'SHORT_TEXT', max: 20, default: '…' },
      ],
      sample: 'A long te…',
      run: cut,
    },
    {
      kind: 'pure',
      name: 'encode_text',
      displayName: 'Encode a text',
      description: 'As Base64, hexadecimal, or as part of an address.',
      fields: [textField, encodings],
      sample: 'QSB0ZXh0',
      run: (values) =>
        limitText(encodeText(readTextField(values, 'text'), readTextField(values, 'encoding'))),
    },
    {
      kind: 'pure',
      name: 'decode_text',
      displayName: 'Decode a text',
      description: 'Reads Base64, hexadecimal, or part of an address.',
      fields: [textField, encodings],
      sample: 'A text',
      run: (values) => decodeText(readTextField(values, 'text'), readTextField(values, 'encoding')),
    },
    {
      kind: 'pure',
      name: 'hash_text',
      displayName: 'Fingerprint of a text',
      description: 'SHA-256 or SHA-512, or an HMAC with a key.',
      fields: [
        textField,
        {
          name: 'algorithm',
          label: 'Algorithm',
          type: 'STATIC_DROPDOWN',
          required: true,
          default: 'sha256',
          options: [
            { value: 'sha256', label: 'SHA-256' },
            { value: 'sha512', label: 'SHA-512' },
          ],
        },
        { name: 'key', label: 'Key', type: 'SECRET_TEXT', description: 'With a key: an HMAC.' },
      ],
      sample: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      run: hashText,
    },
  ],
};
