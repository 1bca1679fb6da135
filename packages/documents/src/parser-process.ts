import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Block } from './block.ts';
import { DocumentError } from './document-error.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { residentMb } from './resident-memory.ts';
import type { Seat } from './seat.ts';
import { type DocumentNote, type ImageHandling, type ParserOrder, ParserReport } from './wire.ts';

export type ParserProcessOptions = { childEntry: string | URL; heapMb: number; deadlineMs: number };

/** A file to parse. `name` is the one that its owner gave it; `path` may be opaque. */
export type ParserJob = {
  path: string;
  name: string;
  /** Whose file it is: turns are shared fairly among owners. */
  owner?: string;
  /** OCR unless said otherwise. */
  imageHandling?: ImageHandling;
  signal?: AbortSignal;
  /** Share of the file that has been read, 0…1. */
  onProgress?: (fraction: number) => void;
  /** Something worth telling about a file that was read all the same. */
  onNote?: (note: DocumentNote) => void;
};

/** Memory beside the JavaScript heap (file bytes, inflated archives) that a child may hold, in MiB. */
const beyondHeapMb = 768;
const memoryCheckMs = 250;

type Mail =
  | { type: 'report'; report: unknown }
  | { type: 'exit'; status: string }
  | { type: 'stop'; error: unknown };

/** A child that parses one file at a time, without environment, addons, workers or the right to write. */
export class ParserProcess {
  readonly #child: ChildProcess;
  readonly #options: ParserProcessOptions;
  readonly #gone: Promise<void>;
  #alive = true;
  /** The end of what the child wrote to its error output: V8 says there that it ran out of memory. */
  #lastWords = '';

  constructor(options: ParserProcessOptions) {
    this.#options = options;
    this.#child = fork(options.childEntry, {
      env: {},
      ...programOf(options.heapMb),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.#lastWords = (this.#lastWords + data.toString('utf8')).slice(-4000);
    });
    this.#gone = new Promise((resolve) => {
      const end = () => {
        this.#alive = false;
        resolve();
      };
      // 'close' comes after 'exit', once the last words have been read.
      this.#child.once('close', end).once('error', end);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  isAlive(): boolean {
    return this.#alive && !this.#child.killed;
  }

  /** Resolves when the child is gone. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#gone;
  }

  /** Reads one file. Throws `DocumentError`, or the signal's reason; the child is dead after either. */
  async *run(job: ParserJob, seat?: Seat): AsyncGenerator<Block> {
    const mailbox = createMailbox<Mail>();
    const stopListening = this.#listen(mailbox, job.signal);
    let endedWell = false;
    try {
      const { path, name, imageHandling = 'OCR' } = job;
      this.#order({ type: 'parse', path, name, imageHandling });
      yield* this.#receive(mailbox, job, seat);
      endedWell = true;
    } finally {
      stopListening();
      if (!endedWell) void this.kill();
    }
  }

  async *#receive(mailbox: Mailbox<Mail>, job: ParserJob, seat: Seat | undefined): AsyncGenerator<Block> {
    const { deadlineMs } = this.#options;
    let waitedMs = 0;
    for (;;) {
      const since = performance.now();
      // Only time spent waiting for the child counts: a slow reader is not the document's fault.
      const mail = await mailbox.take(deadlineMs - waitedMs);
      waitedMs += performance.now() - since;
      job.signal?.throwIfAborted();
      if (mail === null) throw new DocumentError('documents.deadline', `${deadlineMs} ms`);
      const report = this.#open(mail);
      if (report.type === 'done') return;
      if (report.type === 'failed') throw new DocumentError(report.code, report.detail);
      if (report.type === 'batch') {
        const goOn = seat?.rest();
        yield* report.blocks;
        await goOn?.();
        this.#order({ type: 'more' });
      } else await this.#answer(report, job, seat);
    }
  }

  /** What needs no blocks to be given on. */
  async #answer(report: ParserReport, job: ParserJob, seat: Seat | undefined): Promise<void> {
    if (report.type === 'progress') job.onProgress?.(report.fraction);
    if (report.type === 'note') job.onNote?.(report.note);
    if (report.type !== 'turn') return;
    await seat?.take(report.lane);
    this.#order({ type: 'go' });
  }

  /** A report from the child, or the error that ends the run. */
  #open(mail: Mail): ParserReport {
    if (mail.type === 'stop') throw mail.error;
    if (mail.type === 'exit') {
      const outOfMemory = /heap out of memory|allocation failed|out of memory/i.test(this.#lastWords);
      const code = outOfMemory ? 'documents.out_of_memory' : 'documents.parser_crashed';
      throw new DocumentError(code, `${mail.status} ${this.#lastWords.slice(-300)}`.trim());
    }
    const report = ParserReport.safeParse(mail.report);
    if (!report.success) throw new DocumentError('documents.parser_crashed', 'malformed report');
    return report.data;
  }

  #listen(mailbox: Mailbox<Mail>, signal: AbortSignal | undefined): () => void {
    const child = this.#child;
    const onMessage = (report: unknown) => mailbox.put({ type: 'report', report });
    const onExit = (code: number | null, killed: string | null) =>
      mailbox.put({ type: 'exit', status: killed ?? String(code) });
    const onError = (error: Error) => mailbox.put({ type: 'exit', status: error.message });
    const onAbort = () => {
      void this.kill();
      mailbox.put({ type: 'stop', error: signal?.reason });
    };
    child.on('message', onMessage).on('close', onExit).on('error', onError);
    signal?.addEventListener('abort', onAbort, { once: true });
    const memory = setInterval(() => void this.#checkMemory(mailbox), memoryCheckMs);
    return () => {
      clearInterval(memory);
      signal?.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('close', onExit).off('error', onError);
    };
  }

  async #checkMemory(mailbox: Mailbox<Mail>): Promise<void> {
    const used = this.pid === undefined ? 0 : await residentMb(this.pid);
    if (used <= this.#options.heapMb + beyondHeapMb) return;
    void this.kill();
    mailbox.put({ type: 'stop', error: new DocumentError('documents.out_of_memory', `${used} MiB`) });
  }

  #order(message: ParserOrder): void {
    // A child that has just died answers with its 'close' event; the failed send adds nothing.
    if (this.#child.connected) this.#child.send(message, () => {});
  }
}

const setpriv = '/usr/bin/setpriv';

/**
 * Node with the child's limits. A child in an endless loop does not notice that its parent was killed, so where
 * Linux can do it, the kernel ends the child with its parent.
 */
function programOf(heapMb: number): { execPath: string; execArgv: string[] } {
  const limits = [
    `--max-old-space-size=${heapMb}`,
    '--permission',
    '--allow-fs-read=*',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
  if (!existsSync(setpriv)) return { execPath: process.execPath, execArgv: limits };
  return { execPath: setpriv, execArgv: ['--pdeathsig', 'KILL', '--', process.execPath, ...limits] };
}
