import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { isObject } from '@atelier/contracts/fields/field-values';
import { recordTables } from '../../records/table-repository.ts';
import type { OutputKind } from './output-kind.ts';

/** The column of a result that has no fields. */
const textColumn = 'Result';

const toCell = (value: JsonValue | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Returns the cells of a result: those of the columns, or of all of its fields. */
export const toCells = (
  { data, text }: { data: JsonValue; text: string },
  columns: readonly string[],
): Record<string, string> => {
  const fields: Record<string, JsonValue> = isObject(data) ? data : { [textColumn]: text };
  const names = columns.length === 0 ? Object.keys(fields) : columns;
  return Object.fromEntries(names.map((name) => [name, toCell(fields[name])]));
};

/** Appends a row to a table. */
export const tableOutput: OutputKind<'TABLE'> = {
  title: ({ name }) => `Appended to ${name}.csv`,
  deliver: async (run, { order, output, result, name }) => {
    const { recordId, workerId } = order;
    const cells = toCells(result, output.columns);
    await run.transaction(name, ({ db }) =>
      recordTables.append(db, {
        ...{ workerId, recordId, name: output.name },
        ...{ outputId: output.outputId ?? '', cells },
      }),
    );
    return Object.values(cells).join(' | ').slice(0, 200);
  },
};
