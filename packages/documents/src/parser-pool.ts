import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Block } from './block.ts';
import { type ParserJob, type ParserProcess, startParserProcess } from './parser-process.ts';

export type ParserPoolOptions = {
  /** The child's entry file; a bundle names its own. */
  childEntry?: string | URL;
  /** Files parsed at the same time. Default: cores − 1, at least 1, at most 4. */
  concurrency?: number;
  /** JavaScript heap of each child in MiB. Default 512. */
  heapMb?: number;
  /** Time that one file may keep its child busy. Default 5 minutes. */
  deadlineMs?: number;
  /** An unused child ends after this time. Default 30 seconds. */
  idleMs?: number;
};

export type ParserPool = {
  /**
   * Streams a file's blocks. Throws `DocumentError` for anything wrong with the document, the signal's
   * reason on abort, and the system's own error when the file is not there. Leaving the loop early ends the work.
   */
  parse(file: ParserJob): AsyncIterable<Block>;
  /** Ends every child, busy ones too. */
  close(): Promise<void>;
};

/** Libraries leak a little with each file, so a child is replaced before that adds up. */
const filesPerChild = 100;

type Worker = { process: ParserProcess; files: number; idle: NodeJS.Timeout | undefined };

/** Parses documents in child processes, so that a hostile file takes down only its own child. */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const settings = {
    childEntry: options.childEntry ?? new URL('./parser-child.ts', import.meta.url),
    heapMb: options.heapMb ?? 512,
    deadlineMs: options.deadlineMs ?? 300_000,
  };
  const idleMs = options.idleMs ?? 30_000;
  let free = options.concurrency ?? Math.min(4, Math.max(1, availableParallelism() - 1));
  const workers = new Set<Worker>();
  const idle: Worker[] = [];
  const queue: { enter: () => void; refuse: (error: unknown) => void }[] = [];
  let closed = false;

  async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
    if (closed) throw poolClosed();
    signal?.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(turn), 1);
        reject(signal?.reason);
      };
      const settle = (done: () => void) => {
        signal?.removeEventListener('abort', leave);
        done();
      };
      const turn = { enter: () => settle(resolve), refuse: (error: unknown) => settle(() => reject(error)) };
      queue.push(turn);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function passTurn(): void {
    const next = queue.shift();
    if (next === undefined) free++;
    else next.enter();
  }

  function hire(): Worker {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      clearTimeout(worker.idle);
      if (worker.process.isAlive()) return worker;
      workers.delete(worker);
    }
    const worker: Worker = { process: startParserProcess(settings), files: 0, idle: undefined };
    workers.add(worker);
    return worker;
  }

  function retire(worker: Worker): void {
    workers.delete(worker);
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
    worker.process.kill();
  }

  function release(worker: Worker, endedWell: boolean): void {
    worker.files++;
    if (closed || !endedWell || !worker.process.isAlive() || worker.files >= filesPerChild)
      return retire(worker);
    worker.idle = setTimeout(() => retire(worker), idleMs);
    worker.idle.unref();
    idle.push(worker);
  }

  async function* parse(file: ParserJob): AsyncGenerator<Block> {
    await takeTurn(file.signal);
    try {
      await access(file.path);
      file.signal?.throwIfAborted();
      const worker = hire();
      let endedWell = false;
      try {
        yield* worker.process.run(file);
        endedWell = true;
      } catch (error) {
        // Closing kills busy children; that must not look like the document's fault.
        throw closed ? poolClosed() : error;
      } finally {
        release(worker, endedWell);
      }
    } finally {
      passTurn();
    }
  }

  async function close(): Promise<void> {
    closed = true;
    for (const turn of queue.splice(0)) turn.refuse(poolClosed());
    for (const worker of [...workers]) {
      clearTimeout(worker.idle);
      retire(worker);
    }
  }

  return { parse, close };
}

const poolClosed = () => new Error('The parser pool is closed.');
