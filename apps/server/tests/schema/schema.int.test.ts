import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { readCatalogue, withoutTables } from './read-catalogue.ts';

const record = new URL('schema.txt', import.meta.url).pathname;

/** Returns the lines as PostgreSQL 15, by which the record is written, prints them. */
const asRecorded = async ({ version, lines }: { version: string; lines: string[] }): Promise<string[]> => {
  if (version.startsWith('PostgreSQL 15.')) return lines;
  const recorded = (await readFile(record, 'utf8')).trimEnd().split('\n');
  const byContent = new Map(recorded.map((line) => [withoutTables(line), line]));
  return lines.map((line) => byContent.get(withoutTables(line)) ?? line).sort();
};

it('leaves the schema that is on record', async () => {
  const lines = await asRecorded(await readCatalogue(inject('templateUrl')));
  expect(lines.length).toBeGreaterThan(3000);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(record);
});
