import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { QuickJSHandle } from 'quickjs-emscripten-core';
import { type CodeFailure, type CodeOutcome, type CodeRun, codeLimits } from './code-run.ts';
import { markLongNumbers, unmarkNumbers } from './long-numbers.ts';
import { Machine, wasm } from './machine.ts';

const failure = (kind: CodeFailure, message: string, logs: string[], line?: number): CodeOutcome => ({
  logs,
  failure: kind,
  message,
  ...(line === undefined ? {} : { line }),
});

const sentences = {
  TOO_LONG: 'The code took too long, and was stopped.',
  OUT_OF_MEMORY: 'The code needs more memory than a code step may have.',
  TOO_LARGE: 'The code returned a value that is too large or nested too deeply.',
  WAITS: 'The code waits for something that never comes. There are no timers and no network in a code step.',
} as const;

/** Returns true when JSON text is nested deeper than values may be. */
const isTooDeep = (json: string): boolean => {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (isText) {
      if (char === '\\') at += 1;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth > codeLimits.depth) return true;
  }
  return false;
};

const lineIn = (stack: string): number | undefined => {
  const line = /code\.js:(\d{1,7})/.exec(stack)?.[1];
  return line === undefined ? undefined : Number(line);
};

/** Turns the text that the guest wrote about an error into an outcome. */
const toFailedOutcome = (described: string, logs: string[]): CodeOutcome => {
  const [message = '', stack = ''] = readJson(described) as string[];
  if (/^InternalError: (?:out of memory|memory)/.test(message)) {
    return failure('OUT_OF_MEMORY', sentences.OUT_OF_MEMORY, logs);
  }
  const isTooLarge = message.startsWith('RangeError: The code returns more than');
  return failure(isTooLarge ? 'TOO_LARGE' : 'FAILED', message, logs, lineIn(stack));
};

/** One run of code in a machine. */
class Execution {
  readonly #machine: Machine;
  readonly #end: number;
  readonly #logs: string[] = [];
  readonly #isStopped: () => boolean;
  /** Stands before the digits of long numbers in texts. Nobody outside of the run knows it. */
  readonly #mark = randomUUID();

  constructor(machine: Machine, deadlineMs: number, isStopped: () => boolean) {
    this.#machine = machine;
    this.#isStopped = isStopped;
    this.#end = performance.now() + deadlineMs;
    machine.begin({
      isOver: () => this.#isOver(),
      write: (line) => {
        if (this.#logs.length < codeLimits.lines) this.#logs.push(line);
      },
    });
  }

  run({ code, input }: CodeRun): CodeOutcome {
    const {
      context,
      guest: { call, describe },
    } = this.#machine;
    const describeError = (error: QuickJSHandle): CodeOutcome => {
      const described = context.callFunction(describe, context.undefined, error);
      if (described.error || this.#isOver()) return this.#stopped();
      return toFailedOutcome(context.getString(described.value), this.#logs);
    };
    const module = context.evalCode(code, 'code.js', { type: 'module' });
    if (module.error) return describeError(module.error);
    const exported = this.#settled(module.value);
    if (exported?.error) return describeError(exported.error);
    if (!exported?.value) return this.#stopped();
    const { json, isMarked } = markLongNumbers(input, this.#mark);
    const given = [json, this.#mark].map((text) => context.newString(text));
    const isRead = isMarked ? context.true : context.false;
    const called = context.callFunction(call, context.undefined, exported.value, ...given, isRead);
    if (called.error) return this.#stopped();
    const settled = this.#settled(called.value);
    if (!settled?.value) return this.#stopped();
    return this.#read(context.getString(settled.value));
  }

  #isOver(): boolean {
    return performance.now() > this.#end || this.#isStopped();
  }

  /** Runs what a promise waits for. Returns nothing when it is stopped or nothing more can happen. */
  #settled(promise: QuickJSHandle): { value?: QuickJSHandle; error?: QuickJSHandle } | undefined {
    const { context, runtime } = this.#machine;
    while (!this.#isOver()) {
      const state = context.getPromiseState(promise);
      if (state.type === 'fulfilled') return { value: state.value };
      if (state.type === 'rejected') return { error: state.error };
      if (!runtime.hasPendingJob()) return undefined;
      const jobs = runtime.executePendingJobs(100);
      if (jobs.error) return undefined;
    }
    return undefined;
  }

  #stopped(): CodeOutcome {
    return this.#isOver()
      ? failure('TOO_LONG', sentences.TOO_LONG, this.#logs)
      : failure('FAILED', sentences.WAITS, this.#logs);
  }

  #read(text: string): CodeOutcome {
    if (text.startsWith('E')) return toFailedOutcome(text.slice(1), this.#logs);
    const json = unmarkNumbers(text.slice(1), this.#mark);
    if (json.length > codeLimits.outputLength || isTooDeep(json)) {
      return failure('TOO_LARGE', sentences.TOO_LARGE, this.#logs);
    }
    return { output: readJson(json) as JsonValue, logs: this.#logs };
  }
}

const tooLarge = ({ code, input }: CodeRun): string | undefined => {
  if (code.length > codeLimits.codeLength)
    return `The code may have at most ${codeLimits.codeLength} characters.`;
  if (input.length <= codeLimits.inputLength) return undefined;
  return `The input of the code may have at most ${codeLimits.inputLength} characters.`;
};

/** Returns true for the errors of a machine whose memory has come to its end. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof wasm().RuntimeError ||
  (error instanceof Error && /memory|Aborted|stack/i.test(error.message));

/**
 * Runs code in virtual machines, each of which begins with new memory that has a maximum, and is made before it is needed. Code
 * sees the language and a console, and no network, files, timers or modules. Run this in a thread that can be ended.
 */
export class CodeRunner {
  #next: Promise<Machine> | undefined;
  /** A machine whose last run ended as it should. */
  #spare: Machine | undefined;

  /** Prepares the machine of the next run. */
  warm(): Promise<unknown> {
    this.#next ??= this.#make();
    return this.#next;
  }

  /** `isStopped` is asked while the code runs. When it says so, the code ends as if its time were over. */
  async run(order: CodeRun, isStopped: () => boolean = () => false): Promise<CodeOutcome> {
    const refusal = tooLarge(order);
    if (refusal !== undefined) return failure('TOO_LARGE', refusal, []);
    await this.warm();
    const machine = await (this.#next ?? this.#make());
    this.#next = undefined;
    const deadlineMs = Math.min(order.deadlineMs ?? codeLimits.deadlineMs, codeLimits.mostDeadlineMs);
    try {
      const outcome = new Execution(machine, deadlineMs, isStopped).run(order);
      // After a failure the interpreter may be in the middle of something.
      if (outcome.failure === undefined) this.#spare = machine;
      return outcome;
    } catch (error) {
      if (isOutOfMemory(error)) return failure('OUT_OF_MEMORY', sentences.OUT_OF_MEMORY, []);
      throw error;
    } finally {
      // The next machine is made after the answer is on its way.
      setImmediate(() => void this.warm().catch(() => undefined));
    }
  }

  async #make(): Promise<Machine> {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.renew() ? spare : Machine.make();
  }
}
