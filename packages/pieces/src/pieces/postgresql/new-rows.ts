import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type OptionsCall, PieceError, type PieceTrigger } from '../../piece.ts';
import { pollingFields } from '../../polling.ts';
import { refuse } from '../../refuse.ts';
import { isOn, readTextField } from '../../values.ts';
import { runQuery } from './run-query.ts';

/** The most rows of one look; further ones come with the next, which follows at once. */
const mostRows = 200;
const position = 'atelier_position';

/** Quotes a name, or a name after that of its schema. */
const quoted = (name: string, label: string): string => {
  const parts = name.trim().split('.');
  if (parts.length > 2 || parts.some((it) => it === ''))
    return refuse(`“${label}” is no name of the database.`);
  return parts.map((it) => `"${it.replaceAll('"', '""')}"`).join('.');
};

const readQuotedColumn = (input: FieldValues): string => {
  const column = readTextField(input, 'column').trim();
  return column === '' ? refuse('Please fill in “Column that grows”.') : `"${column.replaceAll('"', '""')}"`;
};

const queryRows = async (
  call: OptionsCall,
  query: string,
  parameters: JsonValue[],
): Promise<{ rows: FieldValues[]; isComplete: boolean }> => {
  const input = { query, parameters, maxRows: mostRows, timeoutSeconds: 60 };
  const answer = await runQuery({ ...call, input }, true);
  const rows = isObject(answer) && Array.isArray(answer['rows']) ? answer['rows'] : [];
  return { rows: rows.filter(isObject), isComplete: isObject(answer) && answer['isComplete'] === true };
};

export const newRows: PieceTrigger = {
  kind: 'polling',
  name: 'new_rows',
  displayName: 'New row',
  description: 'Looks at a table regularly, and starts the flow for each row that was added.',
  fields: [
    {
      name: 'table',
      label: 'Table or view',
      type: 'SHORT_TEXT',
      required: true,
      max: 200,
      placeholder: 'sales.orders',
      description: 'As the database writes it: upper and lower case count.',
    },
    {
      name: 'column',
      label: 'Column that grows',
      type: 'SHORT_TEXT',
      required: true,
      max: 100,
      default: 'id',
      description:
        'Each new row has a larger value in it than all rows before: a number that counts up. Rows that are committed late with a smaller value are not seen.',
    },
    ...pollingFields,
  ],
  everyMinutes: 5,
  sample: { id: 17, name: 'Ann' },
  poll: async (call, state) => {
    const table = quoted(readTextField(call.input, 'table'), 'Table or view');
    const column = readQuotedColumn(call.input);
    const after = isObject(state) && typeof state['after'] === 'string' ? state['after'] : null;
    if (state === null && !isOn(call.input, 'includeExisting')) {
      const { rows } = await queryRows(call, `select max(${column})::text as ${position} from ${table}`, []);
      return { events: [], state: { after: rows[0]?.[position] ?? null } };
    }
    const where = after === null ? `${column} is not null` : `${column} > $1`;
    const { rows, isComplete } = await queryRows(
      call,
      `select *, ${column}::text as ${position} from ${table} where ${where} order by ${column}`,
      after === null ? [] : [after],
    );
    const events = rows.map(({ [position]: place, ...value }) => {
      if (typeof place === 'string') return { id: place, value };
      throw new PieceError('pieces.unexpected_answer', 'A row has no value in the column that grows.');
    });
    const last = rows.at(-1)?.[position];
    return { events, state: { after: last ?? after }, hasMore: !isComplete };
  },
};
