import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { PieceIo } from '../src/piece.ts';
import { makeCertificate } from './mail-servers.ts';

/** What a server does when it gets a command; `greet` is what it does at first. */
export type Behaviour = Record<string, (stream: Duplex, tag: string) => void>;

/** Sends the same again and again, for as long as anybody reads. */
export const endlessly = (stream: Duplex, piece: string): void => {
  const more = () => {
    while (!stream.destroyed && stream.write(piece));
  };
  stream.on('drain', more);
  more();
};

/** The command in a line of the client, and its tag where there is one. */
const commandIn = (line: string, isTagged: boolean): [string, string] => {
  const [, tag = '', command = ''] = (isTagged ? /^(\S+) (UID \S+|\S+)/ : /^()(\S+)/).exec(line) ?? [];
  return [command.toUpperCase(), tag];
};

const host = 'mail.example.com';

/** Starts a mail server that does what it likes. It knows everything that it was sent. */
export const startHostile = async (kind: 'imap' | 'smtp', behaviour: Behaviour) => {
  const sockets = new Set<Socket>();
  const heard: string[] = [];
  const serve = (stream: Duplex) => {
    let rest = '';
    stream.on('error', () => undefined);
    stream.on('data', (piece: Buffer) => {
      const lines = (rest + piece.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        heard.push(line);
        const [command, tag] = commandIn(line, kind === 'imap');
        const otherwise = () => stream.write(kind === 'imap' ? `${tag} OK done\r\n` : '250 ok\r\n');
        (behaviour[command] ?? otherwise)(stream, tag);
      }
    });
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket);
    behaviour['greet']?.(socket, '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const io: PieceIo = {
    fetch: () => Promise.reject(new Error('This piece sends no requests.')),
    connect: (_host, to) =>
      new Promise((resolve, reject) => {
        const socket = connect(to, '127.0.0.1', () => resolve(socket)).once('error', reject);
      }),
  };
  const connection = (more: FieldValues = {}): FieldValues => ({
    user: 'ann@example.com',
    password: 'a-secret-word',
    [`${kind}Host`]: host,
    [`${kind}Port`]: port,
    [`${kind}Security`]: 'NONE',
    ...more,
  });
  return {
    io,
    connection,
    heard,
    serve,
    /** The bytes that anybody took of what the server sent. */
    taken: () =>
      [...sockets].reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, 0),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

/** Makes a certificate for the host, and a function that encrypts a stream with it as a server does. */
export const makeTls = () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-hostile-'));
  makeCertificate(folder, host);
  const [key, cert] = [readFileSync(join(folder, 'key.pem')), readFileSync(join(folder, 'certificate.pem'))];
  rmSync(folder, { recursive: true });
  const encrypt = (stream: Duplex): TLSSocket => {
    stream.removeAllListeners('data');
    return new TLSSocket(stream, { isServer: true, key, cert });
  };
  return { ca: cert.toString(), encrypt };
};
