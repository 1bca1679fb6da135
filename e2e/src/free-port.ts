import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free port on loopback, outside the range that the system uses for outgoing connections, so that a server that was
 * killed finds its port free when it starts again.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_000);
  const server = createServer().listen(port, '127.0.0.1');
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!listens) return freePort();
  server.close();
  await once(server, 'close');
  return port;
};
