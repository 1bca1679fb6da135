import { isIP } from 'node:net';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectorIo, connectors } from '../../src/index.ts';
import { testCertificate } from './certificate.ts';
import { type FakeMongo, startFakeMongo } from './fake-mongodb.ts';
import { failureOf, openIo } from './io.ts';

const mongodb = connectors.find(({ type }) => type === 'MONGODB');
if (!mongodb) throw new Error('There is no connector for MongoDB.');

const login = { user: 'reader', password: 'pw', database: 'shop' };
const records = { servers: ['db1.test.example', 'db2.test.example'], text: [] as string[] };

describe('a cluster of MongoDB', () => {
  let plain: FakeMongo;
  let arbiter: FakeMongo;
  let encrypted: FakeMongo;
  /** The addresses to which connections were opened. */
  const met: string[] = [];
  beforeAll(async () => {
    plain = await startFakeMongo({ reader: 'pw' });
    arbiter = await startFakeMongo({});
    arbiter.isArbiter = true;
    encrypted = await startFakeMongo({ reader: 'pw' }, { isEncrypted: true });
  });
  beforeEach(() => {
    met.length = 0;
    encrypted.asked.length = 0;
    Object.assign(records, { servers: ['db1.test.example', 'db2.test.example'], text: [] });
  });
  afterAll(() => Promise.all([plain.close(), arbiter.close(), encrypted.close()]));

  /** Host names below test.example lead to this machine. The first member is down. */
  const io = (): ConnectorIo => ({
    ...openIo(),
    connect: (host, port) => {
      met.push(isIP(host) === 0 ? host : `${host}:${port}`);
      if (host.startsWith('db1.')) return Promise.reject(new Error('down'));
      return openIo().connect(host.endsWith('.example') ? '127.0.0.1' : host, port);
    },
    dns: {
      resolveSrv: (name) =>
        name === '_mongodb._tcp.shop.test.example'
          ? Promise.resolve(
              records.servers.map((host) => ({ name: host, port: encrypted.port, priority: 0, weight: 0 })),
            )
          : Promise.reject(new Error('ENOTFOUND')),
      resolveTxt: () => Promise.resolve(records.text.map((text) => [text.slice(0, 5), text.slice(5)])),
    },
  });
  const test = (connection: FieldValues) =>
    mongodb.test(io(), { settings: {}, connection: { ...login, ca: testCertificate, ...connection } });
  const refused = (connection: FieldValues) => failureOf(() => test(connection));

  it('is read from the first member that can be read', { tags: ['CONNECTOR-21'] }, async () => {
    const host = `db1.test.example, 127.0.0.1:${arbiter.port},127.0.0.1`;
    expect(await test({ host, port: plain.port, tls: 'OFF' })).toContain('MongoDB 8.0.4 answers');
    expect(new Set(met)).toEqual(
      new Set(['db1.test.example', `127.0.0.1:${arbiter.port}`, `127.0.0.1:${plain.port}`]),
    );
    expect(await refused({ host: `mongodb://127.0.0.1:${arbiter.port}/shop`, tls: 'OFF' })).toContain(
      'sources.unreachable: 127.0.0.1 holds no data',
    );
  });

  it('is asked at the member that was entered, and not at those that this one names', {
    tags: ['CONNECTOR-21'],
  }, async () => {
    plain.members = ['10.0.0.5:27017', 'evil.example.org:27017'];
    plain.isSecondary = true;
    plain.asked.length = 0;
    plain.collections = { articles: [{ _id: 1, title: 'One' }] };
    expect(await test({ host: '127.0.0.1', port: plain.port, tls: 'OFF' })).toContain('One collection');
    expect(new Set(met)).toEqual(new Set([`127.0.0.1:${plain.port}`]));
    const listing = plain.asked.find((command) => 'listCollections' in command);
    expect(listing).toMatchObject({ $readPreference: { mode: 'primaryPreferred' } });
    Object.assign(plain, { members: [], isSecondary: false, collections: {} });
  });

  it('is found by its name, encrypted, with the database of the users that the name says', {
    tags: ['CONNECTOR-21'],
  }, async () => {
    records.text = ['authSource=admin&replicaSet=shop-0'];
    const host = 'mongodb+srv://shop.test.example/?retryWrites=true';
    expect(await test({ host })).toContain('MongoDB 8.0.4 answers');
    expect([...new Set(met)]).toEqual(['db1.test.example', 'db2.test.example']);
    records.text = ['authSource=elsewhere&loadBalanced=true'];
    expect(await refused({ host })).toContain('sources.refused: db2.test.example refused the sign-in');
    expect(encrypted.asked).toContainEqual(expect.objectContaining({ hello: 1, loadBalanced: true }));
    expect(encrypted.asked).toContainEqual(expect.objectContaining({ saslStart: 1, $db: 'elsewhere' }));
  });

  it.each([
    ['mongodb+srv://gone.test.example', {}, 'sources.unreachable: No servers could be found for gone'],
    ['mongodb+srv://shop.test.example', { tls: 'OFF' }, 'are encrypted'],
    ['mongodb+srv://shop.test.example:27017', {}, 'one name without a port'],
    ['mongodb+srv://a.test.example,b.test.example', {}, 'one name without a port'],
    ['mongodb+srv://me:secret@shop.test.example', {}, 'leave them out of the host'],
    ['db1.test.example, other host', {}, '“other host” is no host'],
    [' , ', {}, 'Please enter the host'],
    [Array.from({ length: 11 }, (_, at) => `db${at}.example.com`).join(), {}, 'at most 10 hosts'],
  ])('says what is wrong with “%s”', async (host, change, expected) => {
    expect(await refused({ host, ...change })).toContain(expected);
    expect(met).toEqual([]);
  });

  it.each(['evil.example.org', 'test.example', 'localhost', '10.0.0.1', 'xtest.example'])(
    'does not follow a name to %s, which is not below its domain',
    async (server) => {
      records.servers = ['db2.test.example', server];
      expect(await refused({ host: 'mongodb+srv://shop.test.example' })).toContain(
        `sources.blocked: shop.test.example leads to ${server}`,
      );
      expect(met).toEqual([]);
    },
  );
});
