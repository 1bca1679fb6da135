import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Block } from '../block.ts';
import { DocumentError } from '../document-error.ts';
import { type Confinement, programOf } from '../sandbox/confinement.ts';
import { findConfinement } from '../sandbox/find-confinement.ts';
import { type Inbox, openInbox } from '../sandbox/inbox.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { parserPid, residentMb } from './resident-memory.ts';
import type { Seat } from './seat.ts';
import { type DocumentNote, type ImageHandling, type ParserOrder, ParserReport } from './wire.ts';

export type ParserProcessOptions = {
  childEntry: string | URL;
  heapMb: number;
  deadlineMs: number;
  /** Less than the strictest that the system knows, for tests of what is then left open. */
  confinement?: Confinement;
};

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
  /** How many pages or slides the file has; not called for formats without pages. */
  onPages?: (count: number) => void;
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

/** A child with the folder that it finds its file in; `gone` resolves when it has ended. */
type Started = { child: ChildProcess; inbox: Inbox; gone: Promise<void> };

/** One file on its way through a child. */
type Run = { child: ChildProcess; mailbox: Mailbox<Mail>; job: ParserJob; seat: Seat | undefined };

/**
 * A child that parses one file at a time, without environment, addons, workers or the right to write; where the system can
 * keep it apart, also without a network and without anything of the disk but its code and that file.
 */
export class ParserProcess {
  readonly #options: ParserProcessOptions;
  readonly #started: Promise<Started>;
  #alive = true;
  #killed = false;
  /** The end of what the child wrote to its error output: V8 says there that it ran out of memory. */
  #lastWords = '';

  constructor(options: ParserProcessOptions) {
    this.#options = options;
    this.#started = this.#start();
    // Whoever runs a file hears of it.
    this.#started.catch(() => {
      this.#alive = false;
    });
  }

  async #start(): Promise<Started> {
    const { childEntry, heapMb } = this.#options;
    const entry = childEntry instanceof URL ? fileURLToPath(childEntry) : childEntry;
    const confinement = this.#options.confinement ?? (await findConfinement(entry));
    const inbox = await openInbox(confinement);
    const child = fork(entry, {
      env: {},
      ...programOf(confinement, { entry, inbox }, [`--max-old-space-size=${heapMb}`]),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.on('data', (data: Buffer) => {
      this.#lastWords = (this.#lastWords + data.toString('utf8')).slice(-4000);
    });
    const gone = new Promise<void>((resolve) => {
      const end = () => {
        this.#alive = false;
        resolve();
      };
      // 'close' comes after 'exit', once the last words have been read.
      child.once('close', end).once('error', end);
    });
    return { child, inbox, gone: gone.then(() => inbox.remove()) };
  }

  /** The process that parses; before it stand those that keep it apart. */
  async pid(): Promise<number> {
    return parserPid((await this.#started).child.pid ?? 0);
  }

  isAlive(): boolean {
    return this.#alive && !this.#killed;
  }

  /** Resolves when the child is gone, and what it was given to read with it. */
  async kill(): Promise<void> {
    this.#killed = true;
    const { child, gone } = await this.#started;
    child.kill('SIGKILL');
    await gone;
  }

  /** Reads one file. Throws `DocumentError`, or the signal's reason; the child is dead after either. */
  async *run(job: ParserJob, seat?: Seat): AsyncGenerator<Block> {
    const { child, inbox } = await this.#started;
    const mailbox = createMailbox<Mail>();
    const stopListening = this.#listen(child, mailbox, job.signal);
    let laid: string | undefined;
    let endedWell = false;
    try {
      job.signal?.throwIfAborted();
      const { name, imageHandling = 'OCR' } = job;
      laid = await inbox.put(job.path);
      order(child, { type: 'parse', path: laid, name, imageHandling });
      yield* this.#receive({ child, mailbox, job, seat });
      endedWell = true;
    } finally {
      stopListening();
      if (laid !== undefined) await inbox.take(laid);
      if (!endedWell) void this.kill();
    }
  }

  async *#receive({ child, mailbox, job, seat }: Run): AsyncGenerator<Block> {
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
        order(child, { type: 'more' });
      } else await answer(report, { child, job, seat });
    }
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

  #listen(child: ChildProcess, mailbox: Mailbox<Mail>, signal: AbortSignal | undefined): () => void {
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
    const memory = setInterval(() => void this.#checkMemory(child, mailbox), memoryCheckMs);
    return () => {
      clearInterval(memory);
      signal?.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('close', onExit).off('error', onError);
    };
  }

  async #checkMemory(child: ChildProcess, mailbox: Mailbox<Mail>): Promise<void> {
    const used = child.pid === undefined ? 0 : await residentMb(await parserPid(child.pid));
    if (used <= this.#options.heapMb + beyondHeapMb) return;
    void this.kill();
    mailbox.put({ type: 'stop', error: new DocumentError('documents.out_of_memory', `${used} MiB`) });
  }
}

const order = (child: ChildProcess, message: ParserOrder): void => {
  // A child that has just died answers with its 'close' event; the failed send adds nothing.
  if (child.connected) child.send(message, () => {});
};

/** What needs no blocks to be given on. */
const answer = async (report: ParserReport, { child, job, seat }: Omit<Run, 'mailbox'>): Promise<void> => {
  if (report.type === 'progress') job.onProgress?.(report.fraction);
  if (report.type === 'pages') job.onPages?.(report.count);
  if (report.type === 'note') job.onNote?.(report.note);
  if (report.type !== 'turn') return;
  await seat?.take(report.lane);
  order(child, { type: 'go' });
};
