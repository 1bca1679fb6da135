import { type JsonValue, whyNotPlain } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { JsonProblem, lineAt, readJson } from '@atelier/contracts/kernel/parse-json';
import { findValue } from '../../find-value.ts';
import { limitText, longestText } from '../../limits.ts';
import type { Piece } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { isOn, readJsonField, readTextField } from '../../values.ts';

/** Models and people put JSON between three backticks. */
const unfenced = (text: string): string => {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```') || trimmed.length < 6) return trimmed;
  const inside = trimmed.slice(3, -3);
  return inside.replace(/^json\b/i, '').trim();
};

/** Parses JSON, also between three backticks. Throws PieceError `pieces.invalid_input`, which says where it breaks off. */
export const parseJson = (text: string): JsonValue => {
  let value: JsonValue;
  const json = unfenced(text);
  try {
    value = readJson(json) as JsonValue;
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const { line, column } = lineAt(json, error.at);
    return refuse(
      `The text is not JSON at line ${line}, column ${column}: ${error.message} Please correct it where it is made.`,
    );
  }
  const why = whyNotPlain(value);
  return why === undefined ? value : refuse(why);
};

const valueField: Field = { name: 'value', label: 'Value', type: 'JSON', isAnyJson: true, default: null };

const get = (values: FieldValues): JsonValue => {
  const path = readTextField(values, 'path');
  const found = findValue(readJsonField(values, 'value'), path);
  if (found !== undefined) return found;
  return isOn(values, 'isRequired')
    ? refuse(`There is no value at “${path}”. Please check the path.`)
    : readJsonField(values, 'otherwise');
};

export const json: Piece = {
  name: 'json',
  version: '1.0.0',
  displayName: 'JSON',
  description: 'Reads and writes JSON, and finds values in it.',
  category: 'DATA',
  icon: 'braces',
  triggers: [],
  actions: [
    {
      kind: 'pure',
      name: 'parse_json',
      displayName: 'Read JSON',
      description: 'Makes a value of a text.',
      fields: [{ name: 'text', label: 'Text', type: 'LONG_TEXT', required: true, max: longestText }],
      sample: { name: 'Ann' },
      run: (values) => parseJson(readTextField(values, 'text')),
    },
    {
      kind: 'pure',
      name: 'write_json',
      displayName: 'Write JSON',
      description: 'Makes a text of a value.',
      fields: [valueField, { name: 'pretty', label: 'With line breaks', type: 'CHECKBOX' }],
      sample: '{"name":"Ann"}',
      run: (values) =>
        limitText(JSON.stringify(readJsonField(values, 'value'), null, isOn(values, 'pretty') ? 2 : 0)),
    },
    {
      kind: 'pure',
      name: 'get_value',
      displayName: 'Find a value',
      description: 'Returns the value at a path.',
      fields: [
        { ...valueField, required: true },
        {
          name: 'path',
          label: 'Path',
          type: 'SHORT_TEXT',
          required: true,
          max: 300,
          placeholder: 'orders[0].price',
        },
        { name: 'isRequired', label: 'Fail when there is none', type: 'CHECKBOX' },
        {
          ...valueField,
          name: 'otherwise',
          label: 'Otherwise',
          shownWhen: { field: 'isRequired', values: [false] },
        },
      ],
      sample: 'Ann',
      run: get,
    },
  ],
};
