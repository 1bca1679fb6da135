import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import { codeLimits } from './code-run.ts';
import { guestSource } from './guest.ts';
import { answerCode, compareForCode } from './host-answers.ts';

/** The part of WebAssembly that is used here. The libraries of types without a browser name its types only. */
interface Wasm {
  Memory: new (size: { initial: number; maximum: number }) => Memory;
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
  RuntimeError: new () => Error;
}
type Memory = { readonly buffer: ArrayBuffer };
export const wasm = (): Wasm => (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;

const pageBytes = 64 * 1024;
const toMemoryPages = (mb: number): number => mb * 16;
/** The memory of a new machine in MiB. The stack has five of them, and most code needs less than the rest. */
const firstMb = 6;
/** The most memory of a machine that is used again, in MiB. */
const keptMb = 11;
const stackBytes = 256 * 1024;

/** The import of a memory as the interpreter declares it: with a maximum, at least 256 pages, at most 32,768. */
const declaredMemory = Buffer.from([0x02, 0x01, 0x80, 0x02, 0x80, 0x80, 0x02]);
/** The bytes of a WebAssembly file within which the imports are declared. */
const importsWithin = 4096;

/** Lets the interpreter begin with less memory than it was built for, because all of it is written anew for each run. */
export const beginningSmall = (file: Buffer): Buffer => {
  const at = file.subarray(0, importsWithin).indexOf(declaredMemory);
  if (at < 0) throw new Error('The interpreter declares its memory in another way.');
  const pages = toMemoryPages(firstMb);
  // The number keeps its length of two bytes.
  return Buffer.concat([
    file.subarray(0, at + 2),
    Buffer.from([0x80 | (pages & 0x7f), pages >> 7]),
    file.subarray(at + 4),
  ]);
};

let compiled: Promise<WebAssembly.Module> | undefined;

const compile = async (): Promise<WebAssembly.Module> => {
  const path = createRequire(import.meta.url).resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm');
  return wasm().compile(beginningSmall(await readFile(path)));
};

/** The part of a memory that was not zero when its machine was new. */
interface Written {
  at: number;
  bytes: Uint8Array;
}

const blockBytes = 4096;

const writtenParts = (memory: Uint8Array): Written[] => {
  const found: Written[] = [];
  for (let at = 0; at < memory.length; at += blockBytes) {
    const block = memory.subarray(at, at + blockBytes);
    if (block.some((byte) => byte !== 0)) found.push({ at, bytes: block.slice() });
  }
  return found;
};

/** The controls of one run: it goes on until it is over, and writes to the console. */
export interface Watch {
  isOver(): boolean;
  write(line: string): void;
}

/** The part of a memory that no run writes. */
interface Unused {
  from: number;
  to: number;
}

/** The bytes below the top of the stack that are made new. The interpreter refuses to use more than half of them. */
const renewedStackBytes = 2 * stackBytes;
/** The bytes above the unused part whose zeros show that no run has come near it. */
const untouched = Buffer.alloc(pageBytes);

/** Finds the part of the stack that is too deep to be reached: the stack is the longest stretch of zeros, and is used from its end. */
const unusedStack = (written: readonly Written[]): Unused => {
  let unused: Unused = { from: 0, to: 0 };
  let end = 0;
  for (const { at, bytes } of written) {
    const to = at - renewedStackBytes;
    if (to - end > unused.to - unused.from) unused = { from: end, to };
    end = at + bytes.length;
  }
  return unused;
};

const nobody: Watch = { isOver: () => false, write: () => undefined };

/** The functions of the guest that are called from outside. */
type Guest = Readonly<Record<'begin' | 'call' | 'describe', QuickJSHandle>>;

/**
 * A virtual machine with the guest's own code in it, whose memory becomes what it was at the beginning before each run: every byte that a run
 * may have written is written, so that nothing of one run is left for the next. That costs much less than another machine.
 */
export class Machine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly guest: Guest;
  readonly #memory: Memory;
  readonly #written: Written[];
  readonly #unused: Unused;
  #watch = nobody;
  /** The guest keeps this function only as long as its code does, and a renewed guest needs it again. */
  readonly #write: QuickJSHandle;
  /** Answers what the language does not know. It is kept for the same reason. */
  readonly #ask: QuickJSHandle;
  readonly #compare: QuickJSHandle;

  private constructor(runtime: QuickJSRuntime, memory: Memory) {
    this.runtime = runtime;
    this.context = runtime.newContext();
    // The interpreter asks for this function for as long as it lives, and the memory remembers that it asks.
    runtime.setInterruptHandler(() => this.#watch.isOver());
    this.#write = this.context.newFunction('write', (line) =>
      this.#watch.write(this.context.getString(line)),
    );
    this.#ask = this.context.newFunction('ask', (question) =>
      this.context.newString(answerCode(this.context.getString(question))),
    );
    this.#compare = this.context.newFunction('compare', (...texts) => {
      const [one = '', other = '', spec = ''] = texts.map((text) => this.context.getString(text));
      return this.context.newNumber(compareForCode(one, other, spec));
    });
    this.guest = this.#makeGuest();
    this.#memory = memory;
    this.#written = writtenParts(new Uint8Array(memory.buffer));
    this.#unused = unusedStack(this.#written);
  }

  static async make(): Promise<Machine> {
    const [{ newQuickJSWASMModuleFromVariant, newVariant }, { default: variant }] = await Promise.all([
      import('quickjs-emscripten-core'),
      import('@jitl/quickjs-ng-wasmfile-release-sync'),
    ]);
    compiled ??= compile();
    const wasmMemory = new (wasm().Memory)({
      initial: toMemoryPages(firstMb),
      maximum: toMemoryPages(codeLimits.memoryMb),
    });
    const options = { wasmModule: compiled, wasmMemory };
    const runtime = (await newQuickJSWASMModuleFromVariant(newVariant(variant, options))).newRuntime();
    runtime.setMaxStackSize(stackBytes);
    return new Machine(runtime, wasmMemory);
  }

  /** Begins a run. Its random numbers are its own: those of the interpreter would begin anew with the memory. */
  begin(watch: Watch): void {
    this.#watch = watch;
    const { context, guest } = this;
    const seeds = Array.from({ length: 4 }, () => context.newNumber(randomInt(2 ** 32)));
    context.unwrapResult(context.callFunction(guest.begin, context.undefined, ...seeds));
  }

  /** Makes the memory new. Returns false when it has grown much, because it cannot shrink, and when the stack was deeper than it may be. */
  renew(): boolean {
    this.#watch = nobody;
    const memory = Buffer.from(this.#memory.buffer);
    const { from, to } = this.#unused;
    if (memory.length > toMemoryPages(keptMb) * pageBytes) return false;
    if (!memory.subarray(to, to + untouched.length).equals(untouched)) return false;
    memory.fill(0, 0, from).fill(0, to);
    for (const { at, bytes } of this.#written) memory.set(bytes, at);
    return true;
  }

  #makeGuest(): Guest {
    const { context } = this;
    const make = context.unwrapResult(context.evalCode(guestSource, 'guest.js'));
    const longest = context.newNumber(codeLimits.outputLength);
    const guest = context.unwrapResult(
      context.callFunction(make, context.undefined, this.#write, this.#ask, this.#compare, longest),
    );
    const part = (name: keyof Guest) => context.getProp(guest, name);
    return { begin: part('begin'), call: part('call'), describe: part('describe') };
  }
}
