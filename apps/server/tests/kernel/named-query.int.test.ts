import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sendQuery } from '../../src/kernel/db/wire/named-query.ts';
import { Turn } from '../../src/kernel/db/wire/turn.ts';

describe('a named statement on a connection', () => {
  const client = new pg.Client({ connectionString: inject('adminUrl'), pipeline: true });
  beforeAll(async () => {
    await client.connect();
    await client.query('create temporary table notes (id integer, note text, at timestamptz)');
  });
  afterAll(() => client.end());

  const write = (id: number, note: string | null) =>
    sendQuery(client, {
      name: 'write',
      text: 'insert into notes values ($1, $2, now())',
      values: [id, note],
    });
  const read = { name: 'read', text: 'select id, note, at from notes where id >= $1 order by id' };
  const readFrom = (id: number) => sendQuery(client, { ...read, values: [id], rowMode: 'array' });

  it('returns the rows of a statement without a name, each time', async () => {
    await write(1, 'one');
    await write(2, null);
    await write(3, 'x');
    const { rows, fields } = await client.query({ text: read.text, values: [1], rowMode: 'array' });
    for (let time = 0; time < 3; time += 1)
      expect(await readFrom(1)).toMatchObject({ rows, fields, rowCount: 3, command: 'SELECT' });
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

  /** Counts how often PostgreSQL sends what it has, which is after each message `Sync`. */
  const answered = async (work: () => Promise<unknown>): Promise<number> => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    let pieces = 0;
    const onPiece = () => {
      pieces += 1;
    };
    connection.on('readyForQuery', onPiece);
    await work();
    connection.off('readyForQuery', onPiece);
    return pieces;
  };
  const begun = (): Turn => {
    const turn = new Turn(client as unknown as pg.PoolClient);
    turn.collect();
    return turn;
  };
  const readOn = (turn: Turn, id: number | string) =>
    sendQuery(turn, { ...read, values: [id], rowMode: 'array' });

  it('is answered in one piece with the others of its turn', async () => {
    const turn = begun();
    const work = async () => {
      const [one, two, three] = await Promise.all([
        readOn(turn, 1),
        sendQuery(turn, { name: 'new', text: 'select 7 as seven', values: [] }),
        readOn(turn, 3),
      ]);
      expect([one.rowCount, two.rows, three.rowCount]).toEqual([3, [{ seven: 7 }], 1]);
    };
    expect(await answered(work)).toBe(1);
    const plain = begun();
    const mixed = () =>
      Promise.all([readOn(plain, 1), readOn(plain, 2), plain.query('select 1'), readOn(plain, 3)]);
    expect(await answered(mixed)).toBe(3);
  });

  it('is skipped when an earlier one of its turn fails, and can be sent again', async () => {
    const turn = begun();
    const fresh = { name: 'fresh', text: 'select id from notes where id = $1', values: [2] };
    const outcomes = await Promise.allSettled([
      readOn(turn, 1),
      readOn(turn, 'none'),
      sendQuery(turn, fresh),
      readOn(turn, 2),
    ]);
    expect(
      outcomes.map((one) => (one.status === 'fulfilled' ? one.value.rowCount : (one.reason as unknown))),
    ).toEqual([
      3,
      expect.objectContaining({ code: '22P02' }),
      expect.objectContaining({ code: '25P02' }),
      expect.objectContaining({ code: '25P02' }),
    ]);
    expect((await sendQuery(client, fresh)).rows).toEqual([{ id: 2 }]);
  });

  it('fails with the others of its turn when the connection ends', async () => {
    const ending = new pg.Client({ connectionString: inject('adminUrl'), pipeline: true });
    ending.on('error', () => undefined);
    await ending.connect();
    const turn = new Turn(ending as unknown as pg.PoolClient);
    turn.collect();
    const end = 'select pg_terminate_backend(pg_backend_pid())';
    const outcomes = await Promise.allSettled([
      sendQuery(turn, { name: 'one', text: 'select 1', values: [] }),
      sendQuery(turn, { name: 'end', text: end, values: [] }),
      sendQuery(turn, { name: 'two', text: 'select 2', values: [] }),
    ]);
    expect(outcomes.slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
