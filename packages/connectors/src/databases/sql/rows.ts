import type { FieldDef } from 'pg';
import { documentWith } from '../../api/records.ts';
import type { ReadEnd, SourceEvent } from '../../connector.ts';
import { createBoundary } from '../boundary.ts';
import {
  buildEntryTitle,
  documentOfEntry,
  type Entry,
  type EntrySettings,
  goesOnNote,
  limitNote,
  toEntryText,
  toTotalEvents,
} from '../entry.ts';
import type { Plan } from './plan.ts';
import type { RawRow, SqlSession } from './session.ts';
import type { SqlChoice } from './settings.ts';
import { buildCountQuery, buildSelect, type Selection } from './statement.ts';
import { distinctNames, parseColumnValue } from './values.ts';

/** A row as received, by the names of its columns. */
interface Row {
  raw: ReadonlyMap<string, string | null>;
  record: Record<string, unknown>;
}

export const toEntrySettings = (
  choice: SqlChoice,
  { what, shown }: Plan,
  longest: number,
): EntrySettings => ({
  titleField: choice.titleColumn,
  template: choice.template,
  what,
  shown,
  longest,
});

const toRow = (values: RawRow, fields: readonly FieldDef[], names: readonly string[]): Row => ({
  raw: new Map(names.map((name, at) => [name, values[at] ?? null])),
  record: Object.fromEntries(
    fields.map(({ dataTypeID }, at) => [names[at] ?? '', parseColumnValue(values[at] ?? null, dataTypeID)]),
  ),
});

export async function* streamRows(
  session: SqlSession,
  statement: { text: string; values: readonly string[] },
): AsyncGenerator<Row, void> {
  for await (const { rows, fields } of session.stream(statement.text, statement.values)) {
    const names = distinctNames(fields.map(({ name }) => name));
    for (const values of rows) yield toRow(values, fields, names);
  }
}

/** Returns the id: the value of one column, or a list of several. Undefined when one of them is empty. */
const toRowId = ({ raw }: Row, { idColumns }: Plan): string | undefined => {
  const parts = idColumns.map((name) => raw.get(name) ?? null);
  if (parts.includes(null)) return undefined;
  return parts.length === 1 ? (parts[0] ?? undefined) : parts.length === 0 ? '' : JSON.stringify(parts);
};

/** Returns a row as a document, or the reason why it cannot be one. */
export const documentOfRow = (row: Row, plan: Plan, settings: EntrySettings): SourceEvent => {
  const id = toRowId(row, plan);
  const entry: Entry = { id: id ?? '', record: row.record };
  if (id === undefined)
    return {
      kind: 'skipped',
      name: buildEntryTitle(entry, settings),
      code: 'sources.no_id',
      reason: `The row has no value in ${plan.idColumns.join(', ')}, so it could not be told apart next time. Please choose other columns for the id.`,
    };
  return documentOfEntry(entry, settings);
};

interface Reading {
  session: SqlSession;
  choice: SqlChoice;
  plan: Plan;
  /** The longest text of a document, in characters. */
  longest: number;
  /** The most documents of an incremental sync, unless the source's own limit is lower. */
  maxItems: number | undefined;
}

const countRows = async (
  { session, plan }: Reading,
  selection: Omit<Selection, 'order'>,
): Promise<number> => {
  const { text, values } = buildCountQuery(plan.source, selection);
  const [row] = await session.query<{ count: string }>(text, values);
  return Number(row?.count ?? 0);
};

/** Reads everything up to the limit. Rows that are no longer there are reported as deleted. */
export async function* readWhole(reading: Reading): AsyncGenerator<SourceEvent, ReadEnd> {
  const { session, choice, plan } = reading;
  const settings = toEntrySettings(choice, plan, reading.longest);
  const { limit, rowsPerDocument } = choice;
  yield* toTotalEvents(Math.ceil((await countRows(reading, { limit })) / rowsPerDocument));
  const statement = buildSelect(plan.source, { order: plan.order, limit: limit + 1 });
  let count = 0;
  let group: Row[] = [];
  const flush = (): SourceEvent => {
    const from = count - group.length + 1;
    const entries = group.map(({ record }) => toEntryText({ id: '', record }, settings, '##'));
    group = [];
    const name = `${plan.what}, rows ${from}–${count}`;
    return documentWith({ externalId: `rows:${from}`, name }, entries.join('\n\n'), settings.longest);
  };
  for await (const row of streamRows(session, statement)) {
    if (count === limit) {
      if (group.length > 0) yield flush();
      yield limitNote(plan.what, limit);
      return { isComplete: false };
    }
    count += 1;
    if (rowsPerDocument === 1) {
      yield documentOfRow(row, plan, settings);
      continue;
    }
    group.push(row);
    if (group.length === rowsPerDocument) yield flush();
  }
  if (group.length > 0) yield flush();
  return { isComplete: true };
}

/** Reads the rows that were added since the last sync, by a column whose values grow. Rows beyond the limit follow in the next sync. */
export async function* readNew(
  reading: Reading,
  before: Record<string, string> | undefined,
): AsyncGenerator<SourceEvent, ReadEnd> {
  const { session, choice, plan, maxItems } = reading;
  const settings = toEntrySettings(choice, plan, reading.longest);
  const limit = Math.min(choice.limit, maxItems ?? choice.limit);
  const column = choice.cursorColumn;
  const boundary = createBoundary(column, before);
  const { ties } = boundary;
  const cursor = { column, after: boundary.value };
  yield* toTotalEvents((await countRows(reading, { cursor, limit: limit + ties })) - ties);
  // One row more than the limit shows whether there are more.
  const selection = { cursor, order: [column, ...plan.order], limit: limit + ties + 1 };
  let count = 0;
  for await (const row of streamRows(session, buildSelect(plan.source, selection))) {
    if (count === limit) return { isComplete: false, cursor: boundary.cursor(), note: goesOnNote(limit) };
    if (!boundary.isNew(row.raw.get(column) ?? '', [...row.raw])) continue;
    count += 1;
    yield documentOfRow(row, plan, settings);
  }
  return { isComplete: false, cursor: boundary.cursor() };
}
