import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to a server that can be pulled out and put back in. */
export interface Cable {
  /** The address at which the server is reached through it. */
  readonly origin: string;
  /** Ends every connection and refuses new ones. */
  pull(): void;
  putBack(): void;
  close(): Promise<void>;
}

/** Lays a cable to a server on loopback. A browser that is told to be offline keeps the streams that are open; this one cuts them. */
export const layCable = async (target: string): Promise<Cable> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isPulled = false;
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.pipe(other);
  };
  const server = createServer((incoming) => {
    if (isPulled) return incoming.destroy();
    const outgoing = connect(Number(port), hostname);
    keep(incoming, outgoing);
    keep(outgoing, incoming);
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pull() {
      isPulled = true;
      end();
    },
    putBack() {
      isPulled = false;
    },
    async close() {
      end();
      server.close();
      await once(server, 'close');
    },
  };
};
