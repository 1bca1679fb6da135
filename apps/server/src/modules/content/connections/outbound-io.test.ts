import { connectors } from '@atelier/connectors';
import { afterEach, describe, expect, it } from 'vitest';
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
});
