import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Block } from '../block.ts';
import { DocumentError } from '../document-error.ts';
import type { Mail as ReadMail } from '../mail/mail.ts';
import { buildChildCommand, type Confinement } from '../sandbox/confinement.ts';
import { findConfinement } from '../sandbox/find-confinement.ts';
import { type Inbox, openInbox } from '../sandbox/inbox.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { parserPid, residentMb } from './resident-memory.ts';
import type { Seat } from './seat.ts';
import {
  type DocumentNote,
  type ImageHandling,
  type ParserOrder,
  ParserReport,
  type TextEncoding,
} from './wire.ts';

export type ParserProcessOptions = {
  childEntry: string | URL;
  heapMb: number;
  deadlineMs: number;
  /** A weaker confinement than the strictest that the system supports, for tests of the attacks that it does not prevent. */
  confinement?: Confinement;
  /** True when it reads only while the processor has nothing better to do. */
  isInBackground?: boolean;
};

/** A file to parse. `name` is its original name; `path` may be any. */
export type ParserJob = {
  path: string;
  name: string;
  /** The owner of the file. Turns are shared fairly among owners. */
  owner?: string;
  /** The way to read pictures; OCR by default. */
  imageHandling?: ImageHandling;
  /** The encoding of a text file. Without it, the encoding is detected. */
  encoding?: string | undefined;
  signal?: AbortSignal;
  /** Called with true when the file waits for its turn, because others are read, and with false when it has it. */
  onWaits?: (waits: boolean) => void;
  /** Called with the share of the file that has been read, 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** Called with the number of pages or slides; not called for formats without pages. */
  onPages?: (count: number) => void;
  /** Called with a note for the user about a file that was read nevertheless. */
  onNote?: (note: DocumentNote) => void;
  /** Called with the encoding in which a text file is read; not called for other files. */
  onEncoding?: (encoding: TextEncoding) => void;
  /** Called with the fields of a mail, before its blocks. */
  onMail?: (mail: ReadMail) => void;
  /** Called with the bytes of the mail’s attachments, piece by piece. Without it they are not handed over. */
  onAttachment?: (place: number, bytes: Uint8Array) => void;
};

/** The memory besides the JavaScript heap (bytes of files, unpacked archives) that a child may use, in MiB. */
const beyondHeapMb = 768;
const memoryCheckMs = 250;
/** The child's time is looked at again after this, when it was halted meanwhile. */
const leastWaitMs = 250;

type Mail =
  | { type: 'report'; report: unknown }
  | { type: 'exit'; status: string }
  | { type: 'stop'; error: unknown };

/** A child with the folder that contains its file. `gone` resolves when the child has ended. */
type Started = { child: ChildProcess; inbox: Inbox; gone: Promise<void> };

/** One file that a child is parsing. */
type Run = { child: ChildProcess; mailbox: Mailbox<Mail>; job: ParserJob; seat: Seat | undefined };

/**
 * A child that parses one file at a time, without environment variables, addons, workers or write permission. Where the system
 * can isolate it, it also has no network, and sees nothing of the disk but its code and that file.
 */
export class ParserProcess {
  readonly #options: ParserProcessOptions;
  readonly #started: Promise<Started>;
  #alive = true;
  #halting: Promise<void> = Promise.resolve();
  #killed = false;
  /** The end of the child's error output, where V8 reports that it ran out of memory. */
  #lastWords = '';

  constructor(options: ParserProcessOptions) {
    this.#options = options;
    this.#started = this.#start();
    // The error of a parse that is in progress.
    this.#started.catch(() => {
      this.#alive = false;
    });
  }

  async #start(): Promise<Started> {
    const { childEntry, heapMb, isInBackground } = this.#options;
    const entry = childEntry instanceof URL ? fileURLToPath(childEntry) : childEntry;
    const confinement = this.#options.confinement ?? (await findConfinement(entry));
    const inbox = await openInbox(confinement);
    const child = fork(entry, {
      env: {},
      ...buildChildCommand(confinement, { entry, inbox }, { heapMb, isInBackground }),
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
      // The 'close' event follows 'exit', after the error output has been read to its end.
      child.once('close', end).once('error', end);
    });
    return { child, inbox, gone: gone.then(() => inbox.remove()) };
  }

  /** Returns the id of the process that parses. Programs that isolate it may run before it. */
  async pid(): Promise<number> {
    return parserPid((await this.#started).child.pid ?? 0);
  }

  isAlive(): boolean {
    return this.#alive && !this.#killed;
  }

  /** Halts the process that parses, or lets it go on. Where the system cannot do that, it works on. */
  halt(isHalted: boolean): void {
    const signal = isHalted ? 'SIGSTOP' : 'SIGCONT';
    this.#halting = this.#halting.then(async () => {
      try {
        process.kill(await this.pid(), signal);
      } catch {
        // The process has just ended.
      }
    });
  }

  /** Ends the child. Resolves when it is gone and its folder has been deleted. */
  async kill(): Promise<void> {
    this.#killed = true;
    const { child, gone } = await this.#started;
    child.kill('SIGKILL');
    await gone;
  }

  /** Parses one file. Throws `DocumentError`, or the reason of the signal; either way the child has ended then. */
  async *run(job: ParserJob): AsyncGenerator<Block> {
    yield* yield* this.runToLast(job);
  }

  /** Works like `run`, but returns the last blocks. The child is free for the next file then. */
  async *runToLast(job: ParserJob, seat?: Seat): AsyncGenerator<Block, readonly Block[]> {
    const { child, inbox } = await this.#started;
    const mailbox = createMailbox<Mail>();
    if (seat) seat.halt = (isHalted) => this.halt(isHalted);
    const stopListening = this.#listen(child, mailbox, job.signal);
    let laid: string | undefined;
    let endedWell = false;
    try {
      job.signal?.throwIfAborted();
      const { name, imageHandling = 'OCR', encoding } = job;
      const attachments = job.onAttachment !== undefined;
      laid = await inbox.put(job.path);
      order(child, { type: 'parse', path: laid, name, imageHandling, attachments, encoding });
      const last = yield* this.#receive({ child, mailbox, job, seat });
      endedWell = true;
      return last;
    } finally {
      stopListening();
      if (laid !== undefined) await inbox.take(laid);
      if (!endedWell) void this.kill();
    }
  }

  async *#receive(run: Run): AsyncGenerator<Block, readonly Block[]> {
    const { child, seat } = run;
    const worked = { ms: 0 };
    for (;;) {
      const report = this.#open(await this.#nextMail(run, worked));
      if (report.type === 'done') return [];
      if (report.type === 'failed') throw new DocumentError(report.code, report.detail);
      if (report.type === 'batch') {
        if (report.isLast) return report.blocks;
        const goOn = seat?.rest();
        yield* report.blocks;
        await goOn?.();
        order(child, { type: 'more' });
      } else await answer(report, run);
    }
  }

  /** Returns the next mail. Only the time in which the child works counts, because neither a slow consumer nor a pause is the document's fault. */
  async #nextMail({ mailbox, job, seat }: Run, worked: { ms: number }): Promise<Mail> {
    const { deadlineMs } = this.#options;
    for (;;) {
      const since = performance.now() - (seat?.pausedMs ?? 0);
      const mail = await mailbox.take(Math.max(leastWaitMs, deadlineMs - worked.ms));
      worked.ms += performance.now() - (seat?.pausedMs ?? 0) - since;
      job.signal?.throwIfAborted();
      if (mail !== null) return mail;
      if (worked.ms >= deadlineMs) throw new DocumentError('documents.deadline', `${deadlineMs} ms`);
    }
  }

  /** Returns a report from the child. Throws the error that ends the run. */
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
  // A child that has just ended emits 'close', so the error of this call adds nothing.
  if (child.connected) child.send(message, () => {});
};

/** Calls the callback of the job that the report is for. */
const tell = (report: ParserReport, job: ParserJob): void => {
  if (report.type === 'progress') job.onProgress?.(report.fraction);
  if (report.type === 'pages') job.onPages?.(report.count);
  if (report.type === 'note') job.onNote?.(report.note);
  if (report.type === 'encoding') job.onEncoding?.(report.encoding);
  if (report.type === 'mail') job.onMail?.(report.mail);
};

/** Handles the reports that yield no blocks. */
const answer = async (report: ParserReport, { child, job, seat }: Omit<Run, 'mailbox'>): Promise<void> => {
  tell(report, job);
  if (report.type === 'attachment') takeBytes(report, child, job);
  if (report.type !== 'turn') return;
  await seat?.take(report.lane);
  order(child, { type: 'go' });
};

type Bytes = Extract<ParserReport, { type: 'attachment' }>;

const takeBytes = ({ place, data }: Bytes, child: ChildProcess, { onAttachment }: ParserJob): void => {
  onAttachment?.(place, Buffer.from(data, 'base64'));
  order(child, { type: 'more' });
};
