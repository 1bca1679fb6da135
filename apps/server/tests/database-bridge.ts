import { connect, createServer, type Server } from 'node:net';

/** Forwards a loopback port to the tests' database cluster, which listens only on a socket file. */
export const openBridge = async (address: URL): Promise<Server> => {
  const host = decodeURIComponent(address.hostname);
  const port = Number(address.port) || 5432;
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const server = createServer((incoming) => {
    const outgoing = connect(target);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};
