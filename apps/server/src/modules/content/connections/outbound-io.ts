import { Resolver } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { VectorStoreIo } from '@atelier/vector-stores';
import { type Outbound, OutboundError, outboundFailure } from '../../../kernel/outbound/outbound.ts';

const connectMs = 10_000;

const ready = (socket: Socket, event: 'connect' | 'secureConnect', host: string): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const late = () =>
      socket.destroy(new OutboundError('outbound.timeout', `${host} did not answer in time.`));
    socket.setTimeout(connectMs, late);
    socket.once('error', (error) => reject(outboundFailure(error, host)));
    socket.once(event, () => {
      socket.setTimeout(0);
      resolve(socket);
    });
  });

const systemDns = new Resolver({ timeout: 3000, tries: 2 });

/** The network access of vector stores and connectors. Every connection is made to an address that was checked before. */
export const outboundIo = (
  outbound: Outbound,
  dns: Pick<Resolver, 'resolveSrv' | 'resolveTxt'> = systemDns,
): VectorStoreIo & { dns: typeof dns } => ({
  dns,
  fetch: outbound.fetch,
  connect: async (host, port, { tls = false } = {}) => {
    const checked = await outbound.checkAddress(host, port);
    const target = { host: checked.address, port };
    if (!tls) return ready(connectTcp(target), 'connect', host);
    const servername = isIP(host) === 0 ? { servername: host } : {};
    return ready(connectTls({ ...target, ...servername }), 'secureConnect', host);
  },
});
