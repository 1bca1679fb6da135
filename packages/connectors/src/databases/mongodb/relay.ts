import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, isIP, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls } from 'node:tls';
import { ConnectorError, type ConnectorIo } from '../../connector.ts';
import { readErrorCode, type TlsSettings, tlsOptions } from '../tls.ts';
import { createGuard } from './guard.ts';
import type { Member } from './members.ts';

const handshakeMs = 10_000;
const hungUp = /^(ERR_STREAM_PREMATURE_CLOSE|EPIPE)$/;

export const late = (host: string): ConnectorError =>
  new ConnectorError(
    'sources.unreachable',
    `${host} did not answer in time. Please check port and encryption, and try again.`,
    { retryable: true },
  );

const secure = (socket: Duplex, { host }: Member, settings: TlsSettings): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const stream = connectTls({ socket, host, ...name, ...tlsOptions(settings) });
    const timer = setTimeout(() => stream.destroy(late(host)), handshakeMs);
    stream.once('close', () => clearTimeout(timer));
    stream.once('error', reject);
    stream.once('secureConnect', () => {
      clearTimeout(timer);
      resolve(stream);
    });
  });

const filter = (look: (bytes: Buffer) => Buffer): Transform =>
  new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      try {
        done(null, look(bytes));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });

export interface Relay {
  /** The path of a local socket that leads to the server. */
  path: string;
  /** Rejects with the first failure of the connection. */
  failed: Promise<never>;
  close(): Promise<void>;
}

/**
 * Lets the driver reach only one server, over a checked and encrypted connection that is opened here. The driver itself would connect to
 * any address that a server names. It connects to a socket in a folder that only the user of this process may enter.
 */
export const startRelay = async (io: ConnectorIo, member: Member, settings: TlsSettings): Promise<Relay> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-mongodb-'));
  const open = new Set<Duplex>();
  const hold = <S extends Duplex>(stream: S): S => {
    open.add(stream);
    // The pipeline or the next command reports an error.
    stream.on('error', () => {});
    stream.once('close', () => open.delete(stream));
    return stream;
  };
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const serve = async (driver: Socket): Promise<void> => {
    const plain = hold(await io.connect(member.host, member.port));
    const server = settings.tls === 'OFF' ? plain : hold(await secure(plain, member, settings));
    const guard = createGuard();
    await pipeline(driver, filter(guard.toServer), server, filter(guard.toDriver), driver);
  };
  const relay = createServer((driver) => {
    hold(driver);
    serve(driver).catch((error: unknown) => {
      driver.destroy();
      // The driver has closed the connection, or notices by itself that the server has.
      if (!hungUp.test(readErrorCode(error))) fail(error);
    });
  });
  const path = join(folder, 'server.sock');
  await new Promise<void>((resolve, reject) => {
    relay.once('error', reject);
    relay.listen(path, resolve);
  });
  return {
    path,
    failed,
    close: async () => {
      relay.close();
      for (const stream of open) stream.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
