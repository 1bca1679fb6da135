import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSettings } from '../child.ts';

/** Passes every request on to `target` and its reply back, byte for byte. */
const { target } = readSettings<{ target: string }>();
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, reply) => {
  const { method = 'GET', url = '/', headers } = incoming;
  const onward = request(new URL(url, target), { method, agent, headers }, (upstream) => {
    reply.writeHead(upstream.statusCode ?? 502, upstream.headers);
    upstream.pipe(reply);
  });
  onward.once('error', () => reply.destroy());
  incoming.pipe(onward);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
