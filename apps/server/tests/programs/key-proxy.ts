import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy on loopback that adds an API key to every request, for programs that cannot be given one. */
export const startKeyProxy = async (origin: string, apiKey: string) => {
  const proxy = createServer((incoming, outgoing) => {
    const forwarded = request(
      new URL(incoming.url ?? '/', origin),
      {
        method: incoming.method ?? 'GET',
        headers: { ...incoming.headers, authorization: `Bearer ${apiKey}` },
      },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const { port } = proxy.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((closed) => {
        proxy.close(() => closed());
        proxy.closeAllConnections();
      }),
  };
};
