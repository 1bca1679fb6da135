import { inspect } from 'node:util';
import { afterAll, afterEach, expect } from 'vitest';

/**
 * Applies to every test file: a line on the console or on the output of the process fails the test during which it was written.
 * A test that expects one replaces the method (`vi.spyOn(console, 'warn').mockImplementation(…)`) and asserts what it received.
 */
const written: string[] = [];
const watched = Symbol.for('atelier.watched');
type Write = (...parts: unknown[]) => unknown;

const lineOf = (parts: readonly unknown[]): string =>
  parts
    .map((part) => (typeof part === 'string' ? part : inspect(part)))
    .join(' ')
    .trim();

/** All files of a worker share its console, so each method is wrapped once. Lines go to the list of the newest file. */
Reflect.set(globalThis, watched, (line: string) => void (line !== '' && written.push(line)));
const listener = () => Reflect.get(globalThis, watched) as (line: string) => void;

const watch = (target: object, name: string): void => {
  const write = Reflect.get(target, name) as Write & { [watched]?: true };
  if (write[watched]) return;
  const watching = (...parts: unknown[]): unknown => {
    listener()(lineOf(parts));
    return Reflect.apply(write, target, parts);
  };
  Reflect.set(target, name, Object.assign(watching, { [watched]: true }));
};

for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace']) watch(console, name);
for (const stream of [process.stdout, process.stderr]) watch(stream, 'write');

const expectSilence = (): void => {
  const lines = written.splice(0);
  expect(lines, 'nothing is written that no test expects').toEqual([]);
};

afterEach(expectSilence);
afterAll(expectSilence);
