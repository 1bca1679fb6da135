import { describe, expect, it } from 'vitest';
import { mostOfRecords, readRecords, unpackRecord } from './read-records.ts';

const settings = { listPath: 'rows', idField: 'id', titleField: 'title', template: '{{body}}' };
const read = (value: unknown, changes: object = {}) =>
  readRecords({ text: JSON.stringify(value), settings: { ...settings, ...changes } });

describe('records that are read in a thread', () => {
  it('come back as they were made, with the cursor of the next page', () => {
    const text = JSON.stringify({
      rows: [{ id: 1, title: 'One', body: 'First' }, { title: 'No id' }],
      next: 'b',
    });
    const result = readRecords({ text, settings, cursorPath: 'next' });
    if (result.problem !== null) throw new Error(result.problem);
    expect(result.cursor).toBe('b');
    const [first, second] = result.packed.map((each) => unpackRecord(each).event);
    if (first?.kind !== 'item') throw new Error('The first record is no document.');
    expect(first.item).toMatchObject({ externalId: '1', name: 'One', file: { name: 'One.md' } });
    expect(new TextDecoder().decode(first.item.file.bytes)).toBe('First\n');
    expect(second).toMatchObject({ kind: 'skipped', code: 'sources.no_id' });
  });

  it('are refused when there are too many of them, or too many values', () => {
    const rows = Array.from({ length: mostOfRecords.records + 1 }, (_, id) => id);
    expect(read({ rows })).toEqual({ problem: 'too_many' });
    expect(read({ rows: rows.slice(1) })).toMatchObject({ problem: null });
    const separators = { ...settings, listPath: '', idField: '' };
    const quoted = (signs: number) => readRecords({ text: `"${','.repeat(signs)}"`, settings: separators });
    expect(quoted(mostOfRecords.values)).toMatchObject({ problem: null });
    expect(quoted(mostOfRecords.values + 1)).toEqual({ problem: 'too_many' });
    expect(readRecords({ text: `[${'1,'.repeat(mostOfRecords.values)}1]`, settings })).toEqual({
      problem: 'too_many',
    });
  });

  it('are refused when a template makes too much of them, and when there are none', () => {
    const rows = Array.from({ length: 20 }, (_, id) => ({ id, body: 'x'.repeat(40_000) }));
    expect(read({ rows }, { template: '{{body}}'.repeat(100) })).toEqual({ problem: 'too_long' });
    expect(read({ other: [] })).toEqual({ problem: 'no_list' });
    expect(readRecords({ text: '{broken', settings })).toEqual({ problem: 'no_json' });
  });
});
