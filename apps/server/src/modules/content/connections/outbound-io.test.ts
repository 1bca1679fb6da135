import { createServer, type Server } from 'node:net';
import { connectors } from '@atelier/connectors';
import type { Field } from '@atelier/contracts/fields/fields';
import { allPieces } from '@atelier/pieces';
import { vectorStoreKinds } from '@atelier/vector-stores';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fillAddresses } from '../../../../tests/edge/fill-addresses.ts';
import { createOutbound, type Outbound } from '../../../kernel/outbound/outbound.ts';
import { outboundIo } from './outbound-io.ts';

describe('the ways out of connectors', () => {
  let outbound: Outbound;
  afterEach(() => outbound.close());

  it.each(['10.0.0.5', '127.0.0.1', '169.254.169.254', '::1'])(
    'refuse a server of a cluster whose name leads to %s, whatever the DNS says of it',
    { tags: ['CONNECTOR-21'] },
    async (address) => {
      outbound = createOutbound({ resolve: () => Promise.resolve([{ address, family: 4 }]) });
      const io = outboundIo(outbound, {
        resolveSrv: () =>
          Promise.resolve([{ name: 'db1.shop.example.com', port: 27_017, priority: 0, weight: 0 }]),
        resolveTxt: () => Promise.resolve([]),
      });
      const mongodb = connectors.find(({ type }) => type === 'MONGODB');
      const connection = { host: 'mongodb+srv://cluster.shop.example.com', database: 'shop' };
      const { signal } = new AbortController();
      await expect(mongodb?.test({ ...io, signal }, { connection, settings: {} })).rejects.toMatchObject({
        code: 'sources.blocked',
        message: expect.stringMatching(/^db1\.shop\.example\.com leads/) as string,
      });
    },
  );

  describe('to a name that leads inside after its first look-up', () => {
    const name = 'rebinding.example.com';
    const signal = AbortSignal.timeout(20_000);
    /** They stand for a host outside, which is permitted here, and for one inside, at the same port. */
    const arrived = { '127.0.0.2': 0, '127.0.0.1': 0 };
    const servers: Server[] = [];
    let port = 0;
    beforeAll(async () => {
      for (const address of ['127.0.0.2', '127.0.0.1'] as const) {
        const server = createServer((socket) => {
          arrived[address] += 1;
          socket.destroy();
        });
        await new Promise<void>((resolve) => server.listen(port, address, resolve));
        const bound = server.address();
        port = typeof bound === 'object' && bound ? bound.port : 0;
        servers.push(server);
      }
    });
    afterAll(() => {
      for (const server of servers) server.close();
    });

    type Io = ReturnType<typeof outboundIo>;
    type Tried = [name: string, attempt: (io: Io) => Promise<unknown>];
    const values = (fields: readonly Field[]) => fillAddresses(fields, { host: name, port });
    /** Pinecone and web searches lead to hosts of their own, and webhooks are called by others. */
    const isOpenTo = ({ kind, fields }: { kind: string; fields: readonly Field[] }) =>
      !['PINECONE', 'WEB_SEARCH', 'WEBHOOK'].includes(kind) && JSON.stringify(values(fields)).includes(name);
    const ways: Tried[] = [
      ...connectors
        .filter(({ type, connectionFields }) => isOpenTo({ kind: type, fields: connectionFields }))
        .map(
          (it): Tried => [
            it.title,
            (io) => it.test({ ...io, signal }, { connection: values(it.connectionFields), settings: {} }),
          ],
        ),
      ...vectorStoreKinds
        .filter(isOpenTo)
        .map((it): Tried => [it.title, (io) => it.open(values(it.fields), io).test(signal)]),
      ...allPieces.flatMap(({ connection: it }): Tried[] =>
        it && isOpenTo(it) ? [[`${it.title} of flows`, (io) => it.test(io, values(it.fields), signal)]] : [],
      ),
    ];

    it.each(ways)('connect to the address that was checked, and to no other: %s', async (_name, attempt) => {
      let lookups = 0;
      outbound = createOutbound({
        allow: ['127.0.0.2'],
        resolve: () => {
          lookups += 1;
          return Promise.resolve([{ address: lookups === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]);
        },
      });
      const before = arrived['127.0.0.2'];
      await expect(attempt(outboundIo(outbound))).rejects.toBeInstanceOf(Error);
      expect(arrived['127.0.0.2']).toBe(before + 1);
      await expect(attempt(outboundIo(outbound))).rejects.toThrow(/not public|not a public/);
      expect(arrived['127.0.0.1']).toBe(0);
    });
  });
});
