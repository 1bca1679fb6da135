import { createServer } from 'node:net';
import { ConnectorError, type ConnectorIo } from '@atelier/connectors';
import { openSite, type Route, type Site } from '@atelier/connectors/tests/website/site';
import { websiteLimits } from '@atelier/connectors/website';
import { createOutbound, type Outbound, type OutboundOptions } from '../src/kernel/outbound/outbound.ts';
import { outboundIo } from '../src/modules/content/connections/index.ts';

export const hostileLimits = {
  ...websiteLimits,
  pauseMs: 0,
  retryMs: 1,
  requestMs: 3_000,
  pageBytes: 300_000,
  documentBytes: 400_000,
  sitemapBytes: 300_000,
};

/** The DNS answers that a hostile owner of domains could give. */
const names: Record<string, string[]> = {
  'public.example': ['93.184.215.14'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'host.docker.internal': ['192.168.65.254'],
  'kubernetes.default.svc': ['10.96.0.1'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'six.example': ['::1'],
  'twin.example': ['127.0.0.1'],
  'www.twin.example': ['10.0.0.1'],
};

const resolve = async (host: string) => {
  const found = names[host.replace(/\.$/, '')];
  if (!found) throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

/** Sites that the server is allowed to reach, on a machine where it may reach no other address. */
export class HostileNetwork {
  /** The number of connections to the server that stands for everything internal; it must stay 0. */
  arrived = 0;
  insidePort = 0;
  readonly #sites: Site[] = [];
  readonly #outbounds: Outbound[] = [];
  readonly #inside = createServer((socket) => {
    this.arrived += 1;
    socket.destroy();
  });

  /** Listens at every address of this machine, including its IPv6 addresses. */
  async start() {
    await new Promise<void>((done) => this.#inside.listen(0, done));
    const address = this.#inside.address();
    this.insidePort = typeof address === 'object' && address ? address.port : 0;
    return this;
  }

  /** Returns the server's own outbound connections, with the DNS answers of hostile domains. */
  io(options: OutboundOptions = {}): ConnectorIo {
    const outbound = createOutbound({ resolve, ...options });
    this.#outbounds.push(outbound);
    const connect = () => Promise.reject(new Error('A website needs no socket.'));
    return { ...outboundIo(outbound), connect, signal: new AbortController().signal };
  }

  async open(routes: Record<string, Route>) {
    const site = await openSite(routes);
    this.#sites.push(site);
    return { site, io: this.io({ allow: [new URL(site.origin).host] }) };
  }

  async close() {
    await Promise.all([
      ...this.#sites.map((site) => site.close()),
      ...this.#outbounds.map((outbound) => outbound.close()),
    ]);
    this.#inside.close();
  }
}

/** Returns the code with which a reading failed. */
export const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'nothing thrown',
    (error: unknown) => (error instanceof ConnectorError ? error.code : String(error)),
  );
