import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export interface RunningPostgres {
  port: number;
  close(): Promise<void>;
}

/** Starts PostgreSQL compiled to WebAssembly with the real pgvector, on a loopback socket. */
export const startPgvector = async (): Promise<RunningPostgres> => {
  const db = await PGlite.create({ extensions: { vector } });
  const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 10 });
  await server.start();
  return {
    port: Number(server.getServerConn().split(':').at(-1)),
    close: async () => {
      await server.stop();
      await db.close();
    },
  };
};

const refusal = (): Buffer => {
  const fields = Buffer.from(
    'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "atelier"\0\0',
  );
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

/** Starts a server that answers every sign-in as PostgreSQL answers a wrong password. */
export const startRefusingPostgres = async (): Promise<RunningPostgres> => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(refusal()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
