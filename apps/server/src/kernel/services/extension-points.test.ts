import { describe, expect, it } from 'vitest';
import { defineExtensionPoint, Extensions, extend } from './extension-points.ts';

const greetings = defineExtensionPoint<(name: string) => string>('test.greetings');
const clock = defineExtensionPoint<number>('test.clock');

describe('the extensions of a server', () => {
  it('are those that were added at the point, in the order of the modules', () => {
    const extensions = new Extensions([
      extend(greetings, (name) => `Hello ${name}`),
      extend(clock, 7),
      extend(greetings, (name) => `Bye ${name}`),
    ]);
    expect(extensions.of(greetings).map((greet) => greet('Ada'))).toEqual(['Hello Ada', 'Bye Ada']);
    expect(extensions.require(clock)).toBe(7);
  });

  it('fail where one is required and none, or more than one, was added', () => {
    expect(() => new Extensions([]).require(clock)).toThrow('0 modules extend test.clock');
    expect(() => new Extensions([extend(clock, 1), extend(clock, 2)]).require(clock)).toThrow('2 modules');
    expect(new Extensions([]).of(clock)).toEqual([]);
  });
});
