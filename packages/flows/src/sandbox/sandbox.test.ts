import { describe, expect, it } from 'vitest';
import { CodeRunner, codeLimits } from './index.ts';

const runner = new CodeRunner();
const exporting = (body: string) => `export const code = async (inputs) => { ${body} };`;
const run = (code: string, input: unknown = {}, deadlineMs = 5000) =>
  runner.run({ code, input: JSON.stringify(input), deadlineMs });
const bodyOf = (body: string, input: unknown = {}, deadlineMs = 5000) =>
  run(exporting(body), input, deadlineMs);

describe('a code step', () => {
  it('returns what its function returns for its input, and what it wrote to the console', async () => {
    const outcome = await bodyOf(
      "console.log('sum of', inputs.list); return { sum: inputs.list.reduce((a, b) => a + b, 0) };",
      { list: [1, 2, 3] },
    );
    expect(outcome).toEqual({ output: { sum: 6 }, logs: ['sum of [1,2,3]'] });
  });

  it('gets whole numbers that a double cannot hold as BigInt, other long numbers as text, and hands them on with all digits', async () => {
    const ofCode = async (body: string, input: string) => {
      const outcome = await runner.run({ code: exporting(body), input });
      return 'output' in outcome ? JSON.stringify(outcome.output) : outcome.message;
    };
    const input = '{"id":7615917337495251231,"price":1432.0531571421431500,"n":5}';
    expect(await ofCode('return inputs;', input)).toBe(
      '{"id":7615917337495251231,"price":"1432.0531571421431500","n":5}',
    );
    expect(
      await ofCode('return [typeof inputs.id, inputs.id + 1n, `no. ${inputs.id}`, inputs.n * 2];', input),
    ).toBe('["bigint",7615917337495251232,"no. 7615917337495251231",10]');
    expect(await ofCode('return [JSON.stringify({ a: inputs.id }), 2n ** 70n, 12n];', input)).toBe(
      '["{\\"a\\":\\"7615917337495251231\\"}",1180591620717411303424,12]',
    );
    expect(
      await ofCode(
        'return inputs.list.filter((it) => it > 9007199254740992n);',
        '{"list":[9007199254740993,3]}',
      ),
    ).toBe('[9007199254740993]');
  });

  it('may wait for promises of its own, and returns null when it returns nothing', async () => {
    const outcome = await bodyOf('await Promise.all([1, 2].map(async (n) => n)); await null;');
    expect(outcome).toEqual({ output: null, logs: [] });
  });

  it.each<[string, string, string, RegExp, number | undefined]>([
    ['an error', exporting("\n\nthrow new RangeError('too far');"), 'FAILED', /^RangeError: too far$/, 3],
    ['text that is thrown', exporting("throw 'no';"), 'FAILED', /^no$/, undefined],
    ['code that cannot be read', 'export const code = (', 'FAILED', /SyntaxError/, 1],
    ['no function', 'export const other = 1;', 'FAILED', /must export a function/, undefined],
    ['a module', "import x from 'fs'; export const code = () => x;", 'FAILED', /fs/, undefined],
    ['a module of the host', exporting("return await import('node:fs');"), 'FAILED', /node:fs/, undefined],
    ['a timer', exporting('setTimeout(() => 1, 10);'), 'FAILED', /setTimeout is not defined/, 1],
    ['the network', exporting("return fetch('http://localhost');"), 'FAILED', /fetch is not defined/, 1],
    ['what never comes', exporting('await new Promise(() => {});'), 'FAILED', /never comes/, undefined],
    ['a function as value', exporting('return () => 1;'), 'FAILED', /written as JSON/, undefined],
    ['a circle', exporting('const a = {}; a.a = a; return a;'), 'FAILED', /circular/i, undefined],
    ['too much output', exporting("return 'x'.repeat(2e6);"), 'TOO_LARGE', /more than 1000000/, undefined],
    [
      'too deep output',
      exporting('let a = 1; for (let i = 0; i < 200; i++) a = [a]; return a;'),
      'TOO_LARGE',
      /nested/,
      undefined,
    ],
  ])('%s is reported with a sentence and the line', async (_what, code, failure, message, line) => {
    const outcome = await run(code);
    expect(outcome).toMatchObject({ failure, message: expect.stringMatching(message) });
    expect('line' in outcome ? outcome.line : undefined).toBe(line);
  });

  it('leaves nothing behind for the next run', async () => {
    await bodyOf('globalThis.secret = inputs; Array.prototype.secret = 1; JSON.parse = () => 7;', { a: 1 });
    expect(await bodyOf('return [typeof secret, [].secret ?? null, inputs];', { b: 2 })).toMatchObject({
      output: ['undefined', null, { b: 2 }],
    });
  });

  it('finds nothing of the runs before it', async () => {
    const own = new CodeRunner();
    const runOwn = async (body: string) => {
      const outcome = await own.run({ code: exporting(body), input: '{}' });
      // The next machine is made once this run is over.
      await new Promise((resolve) => setImmediate(resolve));
      return outcome;
    };
    const look =
      'return [typeof leak, Object.prototype.leak ?? null, [].map === Array.prototype.map && [1, 2].map((x) => x + 1), JSON.stringify({ a: 1 }), Object.keys(globalThis).length, Symbol.for("leak").description];';
    const { logs, ...first } = await runOwn(look);
    const meddling = [
      'globalThis.leak = "secret"; Object.prototype.leak = 1; return 1;',
      'Array.prototype.map = () => "mine"; JSON.stringify = () => "V1"; return 1;',
      'globalThis.leak = "secret".repeat(100000); return leak.length;',
      'Promise.prototype.then = null; Object.freeze(Array.prototype); return 1;',
      'console.log = null; delete globalThis.console; return 1;',
      'const all = []; for (let i = 0; i < 3e5; i++) all.push({ i }); globalThis.leak = all; return all.length;',
      'while (true) globalThis.leak = (globalThis.leak ?? "x") + "x".repeat(1e6);',
    ];
    for (const body of meddling) {
      await runOwn(body);
      expect([body, await runOwn(look)]).toEqual([body, { ...first, logs }]);
    }
  });

  it('cannot read what an earlier run left in memory that was never written', async () => {
    const own = new CodeRunner();
    const runOwn = async (body: string) => {
      const outcome = await own.run({ code: exporting(body), input: '{}' });
      await new Promise((resolve) => setImmediate(resolve));
      return outcome;
    };
    await runOwn('globalThis.kept = new Uint8Array(2e6).fill(171); return 1;');
    const sum = await runOwn(
      'const a = new Uint8Array(2e6); let n = 0; for (const b of a) n += b; return n;',
    );
    expect(sum).toMatchObject({ output: 0 });
  });

  it('gets other random numbers in each run of the same machine, evenly between 0 and 1', async () => {
    const own = new CodeRunner();
    const drawn = new Set<number>();
    for (let run = 0; run < 20; run += 1) {
      const body = 'return Array.from({ length: 500 }, () => Math.random());';
      const outcome = await own.run({ code: exporting(body), input: '{}' });
      if (outcome.failure === undefined) for (const number of outcome.output as number[]) drawn.add(number);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const numbers = [...drawn];
    expect(numbers).toHaveLength(10_000);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const tenths = Array.from(
      { length: 10 },
      (_, at) => numbers.filter((n) => Math.floor(n * 10) === at).length,
    );
    expect(Math.min(...tenths)).toBeGreaterThan(850);
    expect(Math.max(...tenths)).toBeLessThan(1150);
  });

  it('writes at most a hundred lines to the console', async () => {
    const outcome = await bodyOf("for (let i = 0; i < 1000; i++) console.log('x'.repeat(10000));");
    expect(outcome.logs).toHaveLength(100);
    expect(Math.max(...outcome.logs.map(({ length }) => length))).toBeLessThanOrEqual(2001);
  });
});

const endless: [string, string][] = [
  ['a loop', exporting('while (true) {}')],
  ['a loop at the top of the module', 'while (true) {} export const code = () => 1;'],
  [
    'a loop that catches',
    exporting('while (true) { try { while (true) {} } catch {} finally { continue; } }'),
  ],
  ['promises without end', exporting('const again = () => Promise.resolve().then(again); await again();')],
  [
    'a generator without end',
    exporting('const g = function* () { while (true) yield 1; }; for (const x of g()) x;'),
  ],
  ['a loop in toJSON', exporting('return { toJSON() { while (true) {} } };')],
  ['a loop in toString of an error', exporting('throw { message: 1, get name() { while (true) {} } };')],
  ['a loop in a getter of the module', 'export const code = async () => ({ get a() { while (true) {} } });'],
  ['a loop in a proxy', exporting('return new Proxy({}, { ownKeys() { while (true) {} } });')],
  [
    'sorting without end',
    exporting(
      'const a = Array.from({ length: 1e5 }, Math.random); while (true) a.sort(() => Math.random() - 0.5);',
    ),
  ],
];

describe('time', () => {
  it.each(endless)('of %s ends', async (_what, code) => {
    const outcome = await run(code, {}, 300);
    expect(outcome).toMatchObject({ failure: 'TOO_LONG' });
    expect(await bodyOf('return 1;')).toMatchObject({ output: 1 });
  });
});

const greedy: [string, string][] = [
  ['lists', exporting('const all = []; while (true) all.push(new Array(1e5).fill(1));')],
  ['typed arrays', exporting('const all = []; while (true) all.push(new Uint8Array(1e6).fill(1));')],
  ['one buffer', exporting('return new ArrayBuffer(1e9).byteLength;')],
  [
    'text that doubles',
    exporting("let text = 'x'; while (true) { text += text; globalThis.a = text.split(''); }"),
  ],
  ['a text that is repeated', exporting("return 'x'.repeat(5e8).length;")],
  ['keys', exporting('const a = {}; for (let i = 0; ; i++) a[`k${i}`] = i;')],
  ['promises', exporting('const all = []; while (true) all.push(new Promise(() => {}));')],
];

describe('memory', () => {
  it.each(greedy)('of %s ends', async (_what, code) => {
    const before = process.memoryUsage().rss;
    const outcome = await run(code, {}, 10_000);
    expect(outcome).toMatchObject({ failure: expect.stringMatching(/^(OUT_OF_MEMORY|FAILED)$/) });
    expect(process.memoryUsage().rss - before).toBeLessThan(4 * codeLimits.memoryMb * 1024 * 1024);
    expect(await bodyOf('return 1;')).toMatchObject({ output: 1 });
  });
});

const deep: [string, string][] = [
  ['calls', exporting('const f = () => f() + 1; return f();')],
  ['lists in JSON', exporting("return JSON.parse('['.repeat(1e5));")],
  [
    'lists that are written',
    exporting('let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return JSON.stringify(a).length;'),
  ],
  ['groups of an expression', exporting("return new RegExp('('.repeat(1e5)).test('');")],
  ['proxies', exporting('let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x;')],
  [
    'a chain of prototypes',
    exporting('let o = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); return o.x ?? 1;'),
  ],
  ['source', `export const code = () => ${'('.repeat(50_000)}1${')'.repeat(50_000)};`],
];

describe('depth', () => {
  it.each(deep)('of %s does not harm the host', async (_what, code) => {
    await run(code, {}, 3000);
    expect(await bodyOf('return 1;')).toMatchObject({ output: 1 });
  });
});

/** Where published escapes from sandboxes begin: objects of the host, ways to compile text there, and its global objects. */
const tricks = [
  "this.constructor.constructor('return process')()",
  "globalThis.constructor.constructor('return process')()",
  "console.log.constructor('return process')()",
  "console.constructor.constructor('return process.mainModule.require')()",
  "(async () => {}).constructor('return process')()",
  "(function* () {}).constructor('return process')().next()",
  "Function('return process')()",
  "new Function('return this.process.env')()",
  "(0, eval)('process')",
  "Reflect.construct(Function, ['return process'])()",
  'process.env',
  'process.binding("fs")',
  "require('child_process').execSync('id')",
  "module.constructor._load('fs')",
  'import.meta.url',
  "import('fs')",
  "import('data:text/javascript,export default 1')",
  'globalThis.process',
  'global.process',
  'Deno.env',
  'Bun.env',
  'new Worker("x")',
  'new SharedArrayBuffer(8)',
  'WebAssembly.Memory',
  'navigator.userAgent',
  'performance.timeOrigin',
  'document.cookie',
  'std.getenv("HOME")',
  'os.exec(["id"])',
  'scriptArgs',
  'print("x")',
  '__loadScript("/etc/passwd")',
  'new XMLHttpRequest()',
  'new WebSocket("ws://localhost")',
  'queueMicrotask.constructor("return process")()',
  'inputs.constructor.constructor("return process")()',
  'inputs.__proto__.__proto__.constructor("return process")()',
  'Error.prepareStackTrace = (_, s) => s; new Error().stack[0].getThis().process',
  'Error.captureStackTrace.constructor("return process")()',
  'try { null.f() } catch (e) { return e.constructor.constructor("return process")() }',
  'Promise.resolve().then.constructor("return process")()',
  'Symbol.constructor("return process")()',
  'new Proxy(() => 1, { apply: (t, self) => self.process })()',
  'Object.getOwnPropertyNames(globalThis).filter((n) => /process|require|fs|emscripten|Module/.test(n)).join()',
  'arguments.callee.caller.constructor("return process")()',
  'console.log(new Proxy({}, { get: (_, k) => { throw k } }))',
  'parseInt = () => process; parseInt("1")',
  'Array.prototype.map = function () { return this.process }; [1].map(1)',
  'String.prototype.startsWith = () => false; JSON.stringify = () => "V[process]"',
  'Promise.prototype.then = function () { return process }',
  // vm2: CVE-2023-29017 and CVE-2023-29199, by the handlers of stack traces.
  'Error.prepareStackTrace = (e, frames) => frames[0].getFunction().constructor("return process")(); throw new Error()',
  'const e = new Error(); e.name = Symbol(); try { e.stack } catch (x) { return x.constructor.constructor("return process")() }',
  'const f = () => { throw new Proxy(class {}, { getPrototypeOf(t) { return (() => {}).constructor("return process")() } }) }; f()',
  // CVE-2023-32314, by a proxy as a thrown value; CVE-2023-30547, by the prototype of one.
  'throw new Proxy({}, { getPrototypeOf() { throw (x) => x.constructor.constructor("return process")() } })',
  // CVE-2023-37466 and CVE-2026-22709, by the species and the methods of promises.
  'const p = async () => {}; p.constructor = { [Symbol.species]: class { constructor(run) { run((x) => x, (x) => x.constructor.constructor("return process")()) } } }; return p().then()',
  'class Own extends Promise { static get [Symbol.species]() { return function (run) { run(() => process, () => process) } } }; return new Own((done) => done(1)).then((x) => x)',
  // CVE-2023-37903, by the way in which the host shows a value.
  'console.log({ [Symbol.for("nodejs.util.inspect.custom")]: (_d, _o, inspect) => inspect.constructor("return process")() })',
  // CVE-2022-36067 and CVE-2019-10761, by running out of stack in the host.
  'const deep = () => { try { deep() } catch (e) { e.constructor.constructor("return process")() } }; deep()',
  'const big = () => { new Function(); big() }; try { big() } catch (e) { return e.constructor.constructor("return process.mainModule")() }',
  // realms-shim, by spread and by a getter during a copy; safe-eval and static-eval, by a tagged text.
  'Reflect.apply(Function, null, ["return process.env"])()',
  'Object.defineProperty(inputs, "x", { get() { return Function("return process")() } }); return inputs.x',
  '((x) => x)`${Function("return process")()}`',
  '({}).__defineSetter__.constructor("return process.mainModule")()',
  '[..."a"].map(Function.prototype.call, Function("return this.process.env"))',
  'Array.from({ length: 1 }, Function("return process.env"))',
  'Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").get.call(console).constructor.constructor("return process")()',
  'const w = new WeakRef(globalThis); return w.deref().process.env.PATH',
  'new FinalizationRegistry(() => process.exit(1)).register({}, 1); return typeof process',
  'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'const { proxy } = Proxy.revocable(console, { get: (t, k, r) => r.constructor.constructor("return process")() }); return proxy.x',
  // quickjs: typed arrays that shrink during a call, and sorting that changes its list.
  'const b = new ArrayBuffer(8, { maxByteLength: 64 }); const a = new Uint8Array(b); b.resize(0); return a.fill(1, { valueOf() { b.resize(64); return 0 } }).length',
  'const a = [3, 2, 1]; a.sort((x, y) => { a.length = 0; return x - y }); return a.length',
];

describe('tricks that left other sandboxes', () => {
  it('are seventy and more', () => {
    expect(new Set(tricks).size).toBeGreaterThanOrEqual(70);
  });

  it.each(tricks)('%s reaches nothing of the host', async (trick) => {
    const before = JSON.stringify([Object.keys(globalThis), process.exitCode ?? null]);
    const statement =
      trick.includes('return ') && trick.startsWith('try')
        ? trick
        : `return (${trick.includes(';') ? `() => { ${trick} }` : `() => ${trick}`})();`;
    const outcome = await bodyOf(
      `const found = await (async () => { ${statement} })(); return typeof found === 'object' ? Object.keys(found ?? {}).length : String(found);`,
    );
    expect(JSON.stringify(outcome)).not.toMatch(/uid=|root:|PATH|\/node|"output":\{|mainModule/);
    expect(JSON.stringify([Object.keys(globalThis), process.exitCode ?? null])).toBe(before);
    expect(await bodyOf('return 1;')).toEqual({ output: 1, logs: [] });
  });
});
