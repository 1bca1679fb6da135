import { BSON, type Document } from 'bson';
import { describe, expect, it } from 'vitest';
import { createGuard } from './guard.ts';

const request = (command: Document): Buffer => {
  const body = BSON.serialize(command);
  const head = Buffer.alloc(21);
  head.writeInt32LE(21 + body.length, 0);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, body]);
};

describe('the guard between the driver of MongoDB and a server', () => {
  it.each(['insert', 'update', 'delete', 'drop', 'aggregate', 'mapReduce', 'createUser', 'shutdown'])(
    'does not let the command %s pass',
    (name) => {
      expect(() => createGuard().toServer(request({ [name]: 'articles', $db: 'shop' }))).toThrow(
        `${name} is not sent`,
      );
    },
  );

  it('passes on whole messages, however their bytes are cut', () => {
    const find = request({ find: 'articles', filter: {} });
    const both = Buffer.concat([find, request({ ping: 1 })]);
    const { toServer } = createGuard();
    const passed = Array.from(both, (byte) => toServer(Buffer.from([byte])));
    expect(Buffer.concat(passed)).toEqual(both);
    expect(passed.filter(({ length }) => length > 0)[0]).toEqual(find);
  });

  it('lets answers be large only where documents were asked for', () => {
    const large = request({ text: 'x'.repeat(100_000) });
    const guard = createGuard();
    guard.toServer(request({ find: 'articles' }));
    expect(guard.toDriver(large)).toEqual(large);
    guard.toServer(request({ hello: 1 }));
    expect(() => guard.toDriver(large)).toThrow('message of an impossible size');
  });
});
