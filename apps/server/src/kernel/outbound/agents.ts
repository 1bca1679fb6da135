import { Agent, buildConnector, ProxyAgent } from 'undici';
import type { AddressCheck } from './address-check.ts';
import { restBetweenPieces } from './resting-socket.ts';

const CONNECT_MS = 10_000;

const buildTimeouts = (idleMs: number) => ({
  headersTimeout: idleMs,
  bodyTimeout: idleMs,
  keepAliveTimeout: 10_000,
});

/** Opens connections to checked addresses only. */
export const createAgent = (check: AddressCheck, idleMs: number): Agent => {
  const connectTo = (port: number) =>
    buildConnector({ lookup: check.lookupFor(port), timeout: CONNECT_MS, autoSelectFamily: true });
  const connectors = new Map<number, ReturnType<typeof buildConnector>>();
  return new Agent({
    ...buildTimeouts(idleMs),
    connect: (options, callback) => {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
      try {
        check.checkLiteral(options.hostname, port);
      } catch (error) {
        return callback(error instanceof Error ? error : new Error(String(error)), null);
      }
      const connector = connectors.get(port) ?? connectTo(port);
      connectors.set(port, connector);
      return connector(options, (...connected) => {
        const [, socket] = connected;
        if (socket) restBetweenPieces(socket);
        callback(...connected);
      });
    },
  });
};

/** Opens a tunnel through the operator's proxy for each host, also for plain HTTP, so that the proxy is asked for hosts and ports alone. */
export const createProxyAgent = (proxy: string, idleMs: number): ProxyAgent =>
  new ProxyAgent({
    uri: proxy,
    ...buildTimeouts(idleMs),
    proxyTunnel: true,
    proxyTls: { timeout: CONNECT_MS },
    requestTls: { timeout: CONNECT_MS },
  });
