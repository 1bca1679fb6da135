import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { sendQuery } from '../../src/kernel/db/named-query.ts';

interface Connection {
  connection: { describe(message: object): void };
}

describe('a named statement on a connection', () => {
  const client = new pg.Client({ connectionString: inject('adminUrl'), pipeline: true });
  beforeAll(async () => {
    await client.connect();
    await client.query('create temporary table notes (id integer, note text, at timestamptz)');
  });
  afterAll(() => client.end());

  const described = async (work: () => Promise<unknown>): Promise<number> => {
    const prototype = Object.getPrototypeOf(
      (client as unknown as Connection).connection,
    ) as Connection['connection'];
    const describe = vi.spyOn(prototype, 'describe');
    await work();
    const { length } = describe.mock.calls;
    describe.mockRestore();
    return length;
  };
  const write = (id: number, note: string | null) =>
    sendQuery(client, {
      name: 'write',
      text: 'insert into notes values ($1, $2, now())',
      values: [id, note],
    });
  const read = { name: 'read', text: 'select id, note, at from notes where id >= $1 order by id' };
  const readFrom = (id: number) => sendQuery(client, { ...read, values: [id], rowMode: 'array' });

  it('asks for its columns once, and reads its rows alike each time', async () => {
    expect(await described(() => write(1, 'one'))).toBe(1);
    expect(await described(() => write(2, null))).toBe(0);
    const plain = await client.query({ text: read.text, values: [1], rowMode: 'array' });
    expect(await described(() => readFrom(1))).toBe(1);
    for (let time = 0; time < 3; time += 1) {
      const { rows, fields, rowCount, command } = await readFrom(1);
      expect({ rows, fields, rowCount, command }).toEqual({
        rows: plain.rows,
        fields: plain.fields,
        rowCount: 2,
        command: 'SELECT',
      });
    }
    expect(await described(() => Promise.all([readFrom(1), readFrom(2), write(3, 'x')]))).toBe(0);
  });

  it('returns objects to those who ask for them', async () => {
    const { rows } = await sendQuery(client, { ...read, values: [2] });
    expect(rows[0]).toMatchObject({ id: 2, note: null, at: expect.any(Date) as Date });
  });

  it('fails alone, and works again afterwards', async () => {
    const outcomes = await Promise.allSettled([
      readFrom(1),
      sendQuery(client, { ...read, values: ['none'] }),
      readFrom(2),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await readFrom(2)).rows[0]?.slice(0, 2)).toEqual([2, null]);
  });
});
