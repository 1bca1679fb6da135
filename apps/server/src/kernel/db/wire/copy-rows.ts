import pg, { type PoolClient } from 'pg';

/** The values of a row in the binary format of PostgreSQL: text as UTF-8, integers with the highest byte first. */
export type BinaryRow = readonly (Buffer | null)[];

/** Receives a row. Its bytes are overwritten afterwards, so copy what is kept. */
export type TakeRow = (row: BinaryRow) => void;

/** The signature and the flags, which are followed by the length of an extension. */
const headerBytes = 15;

/** Passes on the rows in a message of a copy. The first message begins with a header, and the last one holds no row. */
const takeRowsIn = (message: Buffer, isFirst: boolean, take: TakeRow): void => {
  let at = isFirst ? headerBytes + 4 + message.readInt32BE(headerBytes) : 0;
  while (at < message.length) {
    const values = message.readInt16BE(at);
    if (values < 0) return;
    at += 2;
    const row: (Buffer | null)[] = [];
    for (let value = 0; value < values; value += 1) {
      const length = message.readInt32BE(at);
      at += 4;
      row.push(length < 0 ? null : message.subarray(at, at + length));
      at += Math.max(0, length);
    }
    take(row);
  }
};

/** A statement `copy … to stdout (format binary)`. The driver hands its messages on and does not read them. */
class CopyStatement extends pg.Query {
  readonly #take: TakeRow;
  #isFirst = true;
  #failure: { error: unknown } | undefined;

  constructor(text: string, take: TakeRow, done: (error: unknown) => void) {
    super(text, (error) => done(error ?? this.#failure?.error));
    this.#take = take;
  }

  /** The driver calls it for each message. It must not throw, because an error there would end the process. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#failure) return;
    try {
      takeRowsIn(chunk, this.#isFirst, this.#take);
    } catch (error) {
      this.#failure = { error };
    }
    this.#isFirst = false;
  }
}

/** Sends a statement `copy … to stdout (format binary)` and passes on its rows. Throws what `take` throws. */
export const copyRows = (client: Pick<PoolClient, 'query'>, text: string, take: TakeRow): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyStatement(text, take, (error) => (error ? reject(error) : resolve())));
  });
