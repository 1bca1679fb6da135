import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { readErrorCode } from '../../base/error-code.ts';
import { inTransaction } from './in-transaction.ts';

/** A file of `migrations/functions`, which is named after the one SQL function that it creates. */
export interface FunctionFile {
  name: string;
  text: string;
  sha256: string;
}

/** Returns the files of the functions, in the order of their names. */
export const readFunctions = async (directory: string): Promise<FunctionFile[]> => {
  const folder = join(directory, 'functions');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
};

const readApplied = async (client: ClientBase): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.schema_functions',
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
};

const createFunction = async (client: ClientBase, { name, text, sha256 }: FunctionFile): Promise<void> => {
  await client.query(text);
  await client.query(
    `insert into public.schema_functions (name, sha256) values ($1, $2)
       on conflict (name) do update set sha256 = excluded.sha256`,
    [name, sha256],
  );
};

/** Bodies may name functions and tables that come later, so they are not checked. */
const leaveBodiesUnchecked = 'set local check_function_bodies to off';

const isWithoutType = (error: unknown): boolean => readErrorCode(error) === '42704';

/**
 * Creates the functions that a database does not have yet, within a transaction, so that the statements after it may name them in defaults,
 * policies and triggers. One that takes the row of a table which is still to be made is left to `replaceFunctions`.
 */
export const addFunctions = async (client: ClientBase, functions: readonly FunctionFile[]): Promise<void> => {
  const applied = await readApplied(client);
  await client.query(leaveBodiesUnchecked);
  for (const one of functions.filter(({ name }) => !applied.has(name))) {
    await client.query('savepoint before_function');
    try {
      await createFunction(client, one);
    } catch (error) {
      if (!isWithoutType(error)) throw error;
      await client.query('rollback to savepoint before_function');
    }
  }
};

/**
 * Replaces the functions whose files have changed since they were applied, all in one transaction, because functions that call each other change
 * together. A version that was started before puts its own functions back in the same way. Returns the names of the changed files.
 */
export const replaceFunctions = async (
  client: ClientBase,
  functions: readonly FunctionFile[],
): Promise<string[]> => {
  const applied = await readApplied(client);
  const changed = functions.filter(({ name, sha256 }) => applied.get(name) !== sha256);
  const kept = new Set(functions.map(({ name }) => name));
  const removed = [...applied.keys()].filter((name) => !kept.has(name));
  if (changed.length + removed.length === 0) return [];
  await inTransaction(client, async () => {
    await client.query(leaveBodiesUnchecked);
    for (const one of changed) {
      await createFunction(client, one).catch((cause: unknown) => {
        throw new Error(`The function in ${one.name} was refused, and all were rolled back.`, { cause });
      });
    }
    // A function whose file is gone is dropped by a migration. Here only the record of it goes, so that an older version creates it again.
    await client.query('delete from public.schema_functions where name = any ($1)', [removed]);
  });
  return changed.map(({ name }) => name);
};
