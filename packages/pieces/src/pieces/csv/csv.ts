import { isObject, type JsonValue, valueAt } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import papa from 'papaparse';
import { limitLength, limitList, limitText, longestList, longestText } from '../../limits.ts';
import { type Piece, PieceError } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { asList, isOn, readJsonField, readTextField, showValue } from '../../values.ts';

const delimiters: Field = {
  name: 'delimiter',
  label: 'Between values',
  type: 'STATIC_DROPDOWN',
  default: 'AUTO',
  options: [
    { value: 'AUTO', label: 'Find out' },
    { value: ',', label: 'Comma' },
    { value: ';', label: 'Semicolon' },
    { value: '\t', label: 'Tab' },
    { value: '|', label: 'Vertical line' },
  ],
};
const mostColumns = 1000;

/** Names of columns: unique, never empty. */
const toColumnNames = (head: readonly string[]): string[] => {
  const used = new Map<string, number>();
  return head.map((given, index) => {
    const name = given.trim() || `column_${index + 1}`;
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name}_${times}`;
  });
};

const parseTable = (values: FieldValues): string[][] => {
  const delimiter = readTextField(values, 'delimiter');
  const { data, errors } = papa.parse<string[]>(readTextField(values, 'text').replace(/^\uFEFF/, ''), {
    delimiter: delimiter === 'AUTO' ? '' : delimiter,
    skipEmptyLines: true,
    preview: longestList + 2,
  });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote)
    refuse(
      `A quotation mark is not closed or stands in the wrong place, in line ${(quote.row ?? 0) + 1}. Please correct it.`,
    );
  if (data.some((row) => row.length > mostColumns))
    throw new PieceError(
      'pieces.too_large',
      `A line has more than ${mostColumns} values. Please check the separator.`,
    );
  return limitList(data);
};

const read = (values: FieldValues): JsonValue => {
  const table = parseTable(values);
  const trim = (row: readonly string[]) => (isOn(values, 'trim') ? row.map((it) => it.trim()) : [...row]);
  if (!isOn(values, 'hasHeader')) return table.map(trim);
  const [head = [], ...rows] = table;
  const columns = toColumnNames(head);
  return rows.map((row) => {
    const cells = trim(row);
    return Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']));
  });
};

/** A missing value stays null, which costs the writer less than an empty text: most fields of rows that differ are missing. */
const showCell = (value: JsonValue | undefined): string | null =>
  value === undefined ? null : showValue(value);

const write = (values: FieldValues): string => {
  const rows =
    asList(readJsonField(values, 'rows')) ??
    refuse('“Rows” must be a list of objects or of lists. Please choose one.');
  limitList(rows);
  const columns = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))];
  if (columns.length > mostColumns)
    throw new PieceError(
      'pieces.too_large',
      `The rows have more than ${mostColumns} fields. Please keep fewer.`,
    );
  // Each field of each row takes a character at least.
  limitLength(rows.length * columns.length);
  const cells = rows.map((row) => {
    if (Array.isArray(row)) return row.map(showValue);
    return isObject(row) ? columns.map((name) => showCell(valueAt(row, name))) : [showValue(row)];
  });
  const head = isOn(values, 'hasHeader') && columns.length > 0 ? [columns] : [];
  const delimiter = readTextField(values, 'delimiter');
  return limitText(
    papa.unparse([...head, ...cells], {
      delimiter: delimiter === 'AUTO' ? ',' : delimiter,
      escapeFormulae: isOn(values, 'guardFormulas'),
    }),
  );
};

const rowsSample = [{ name: 'Ann', city: 'Oslo' }];

export const csv: Piece = {
  name: 'csv',
  version: '1.0.0',
  displayName: 'CSV',
  description: 'Reads and writes tables as CSV.',
  category: 'DATA',
  icon: 'table',
  triggers: [],
  actions: [
    {
      kind: 'pure',
      name: 'parse_csv',
      displayName: 'Read CSV',
      description: 'Makes a list with one object for each line. Values stay texts.',
      fields: [
        { name: 'text', label: 'CSV', type: 'LONG_TEXT', required: true, max: longestText },
        { name: 'hasHeader', label: 'The first line has the names', type: 'CHECKBOX', default: true },
        delimiters,
        { name: 'trim', label: 'Without spaces around values', type: 'CHECKBOX', default: true },
      ],
      sample: rowsSample,
      run: read,
    },
    {
      kind: 'pure',
      name: 'write_csv',
      displayName: 'Write CSV',
      description: 'Makes CSV of a list of objects.',
      fields: [
        { name: 'rows', label: 'Rows', type: 'JSON', isAnyJson: true, required: true, default: [] },
        { name: 'hasHeader', label: 'Names in the first line', type: 'CHECKBOX', default: true },
        delimiters,
        {
          name: 'guardFormulas',
          label: 'Disarm formulas',
          type: 'CHECKBOX',
          default: true,
          description: 'Puts an apostrophe before values that a spreadsheet would run, such as =1+1.',
        },
      ],
      sample: 'name,city\r\nAnn,Oslo',
      run: write,
    },
  ],
};
