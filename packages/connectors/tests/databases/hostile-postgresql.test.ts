import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPostgresql } from '../../src/databases/index.ts';
import { failureOf, openIo } from './io.ts';

const megabyte = 1024 * 1024;

/** A message of the protocol, which may say another length than it has. */
const message = (type: string, body: Buffer, length = body.length + 4): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, body]);
};
const endlessly = (socket: Socket, piece: Buffer): void => {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
};

const filler = Buffer.alloc(65_536, 'x');
const parameter = message('S', Buffer.from('name\0value\0'));
const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const scram = message('R', Buffer.concat([int(10), Buffer.from('SCRAM-SHA-256\0\0')]));
const challenge = (said: Buffer, rounds: number): Buffer => {
  const nonce = /r=([^,]+)$/.exec(said.toString('latin1'))?.[1] ?? '';
  const salt = Buffer.alloc(16).toString('base64');
  return message('R', Buffer.concat([int(11), Buffer.from(`r=${nonce}server,s=${salt},i=${rounds}`)]));
};

describe('a PostgreSQL server that means harm', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  const attempt = async (answer: (socket: Socket, said: Buffer, count: number) => void) => {
    server = createServer((socket) => {
      sockets.push(socket);
      let count = 0;
      socket.on('error', () => undefined);
      socket.on('data', (said) => {
        count += 1;
        answer(socket, said, count);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const connection = {
      host: '127.0.0.1',
      port: port ?? 0,
      database: 'd',
      user: 'u',
      password: 'p',
      tls: 'OFF',
    };
    const said = await failureOf(() =>
      createPostgresql().test(openIo(AbortSignal.timeout(20_000)), { connection, settings: {} }),
    );
    const taken = sockets.reduce((sum, it) => sum + it.bytesWritten - it.writableLength, 0);
    return { code: said.split(':')[0], taken };
  };

  it.each<[string, (socket: Socket) => void]>([
    [
      'announces a message of two gigabytes and sends it',
      (socket) => {
        socket.write(message('R', Buffer.alloc(0), 2_000_000_000));
        endlessly(socket, filler);
      },
    ],
    [
      'tells of its settings without an end',
      (socket) => endlessly(socket, Buffer.concat(Array<Buffer>(5000).fill(parameter))),
    ],
  ])('is cut off when it %s at the sign-in', async (_name, behave) => {
    const { code, taken } = await attempt((socket, _said, count) => {
      if (count === 1) behave(socket);
    });
    expect(code).toBe('sources.too_large');
    expect(taken).toBeLessThan(40 * megabyte);
  });

  it('is cut off when it wants a key that takes hours', async () => {
    const since = performance.now();
    const { code } = await attempt((socket, said, count) => {
      socket.write(count === 1 ? scram : challenge(said, 2_000_000_000));
    });
    expect(code).toMatch(/^sources\.(refused|unexpected_answer)$/);
    expect(performance.now() - since).toBeLessThan(10_000);
  });
});
