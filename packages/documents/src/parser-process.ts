import { type ChildProcess, fork } from 'node:child_process';
import type { Block } from './block.ts';
import { DocumentError } from './document-error.ts';
import { createMailbox } from './mailbox.ts';
import { residentMb } from './resident-memory.ts';
import { type DocumentNote, type ParserOrder, ParserReport } from './wire.ts';

export type ParserProcessOptions = { childEntry: string | URL; heapMb: number; deadlineMs: number };

export type ParserJob = {
  path: string;
  name: string;
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
  onNote?: (note: DocumentNote) => void;
};

export type ParserProcess = {
  /** Reads one file. Throws `DocumentError`, or the signal's reason; the process is dead after either. */
  run(job: ParserJob): AsyncGenerator<Block>;
  kill(): void;
  isAlive(): boolean;
  readonly pid: number | undefined;
};

/** Memory beside the JavaScript heap (file bytes, inflated archives) that a child may hold, in MiB. */
const beyondHeapMb = 768;
const memoryCheckMs = 250;

type Mail =
  | { type: 'report'; report: unknown }
  | { type: 'exit'; status: string }
  | { type: 'stop'; error: unknown };

/** Starts a child that parses one file at a time, without environment, addons, workers or the right to write. */
export function startParserProcess(options: ParserProcessOptions): ParserProcess {
  const child = fork(options.childEntry, {
    env: {},
    execArgv: [
      `--max-old-space-size=${options.heapMb}`,
      '--permission',
      '--allow-fs-read=*',
      '--disallow-code-generation-from-strings',
      '--no-warnings',
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });
  const lastWords = keepTail(child);
  let alive = true;
  const kill = () => void child.kill('SIGKILL');
  child.on('error', kill);
  child.once('exit', () => {
    alive = false;
  });

  async function* run(job: ParserJob): AsyncGenerator<Block> {
    const mailbox = createMailbox<Mail>();
    const stop = (error: unknown) => {
      kill();
      mailbox.put({ type: 'stop', error });
    };
    const listeners = listen(child, (mail) => mailbox.put(mail));
    const onAbort = () => stop(job.signal?.reason);
    job.signal?.addEventListener('abort', onAbort, { once: true });
    const memory = setInterval(async () => {
      const used = child.pid === undefined ? 0 : await residentMb(child.pid);
      if (used > options.heapMb + beyondHeapMb)
        stop(new DocumentError('documents.out_of_memory', `${used} MiB`));
    }, memoryCheckMs);
    let endedWell = false;
    let waitedMs = 0;
    try {
      order(child, { type: 'parse', path: job.path, name: job.name });
      for (;;) {
        const since = performance.now();
        // Only time spent waiting for the child counts: a slow reader is not the document's fault.
        const mail = await mailbox.take(options.deadlineMs - waitedMs);
        waitedMs += performance.now() - since;
        if (mail === null) throw new DocumentError('documents.deadline', `${options.deadlineMs} ms`);
        const report = open(mail, lastWords);
        if (report.type === 'batch') {
          yield* report.blocks;
          order(child, { type: 'more' });
        } else if (report.type === 'progress') job.onProgress?.(report.fraction);
        else if (report.type === 'note') job.onNote?.(report.note);
        else if (report.type === 'failed') throw new DocumentError(report.code, report.detail);
        else break;
      }
      endedWell = true;
    } finally {
      clearInterval(memory);
      job.signal?.removeEventListener('abort', onAbort);
      listeners.remove();
      if (!endedWell) kill();
    }
  }

  return { run, kill, isAlive: () => alive && !child.killed, pid: child.pid };
}

/** A report from the child, or the error that ends the run. */
function open(mail: Mail, lastWords: () => string): ParserReport {
  if (mail.type === 'stop') throw mail.error;
  if (mail.type === 'exit') throw causeOfDeath(mail.status, lastWords());
  const report = ParserReport.safeParse(mail.report);
  if (!report.success) throw new DocumentError('documents.parser_crashed', 'malformed report');
  return report.data;
}

function causeOfDeath(status: string, lastWords: string): DocumentError {
  const outOfMemory = /heap out of memory|allocation failed|out of memory/i.test(lastWords);
  return new DocumentError(
    outOfMemory ? 'documents.out_of_memory' : 'documents.parser_crashed',
    `${status} ${lastWords.slice(-300)}`.trim(),
  );
}

function listen(child: ChildProcess, put: (mail: Mail) => void) {
  const onMessage = (report: unknown) => put({ type: 'report', report });
  const onExit = (code: number | null, signal: string | null) =>
    put({ type: 'exit', status: `${signal ?? code}` });
  child.on('message', onMessage);
  // 'close' comes after 'exit', once the last words have been read.
  child.on('close', onExit);
  const onError = (error: Error) => put({ type: 'exit', status: error.message });
  child.on('error', onError);
  return {
    remove() {
      child.off('message', onMessage);
      child.off('close', onExit);
      child.off('error', onError);
    },
  };
}

function order(child: ChildProcess, message: ParserOrder): void {
  // A child that has just died answers with its 'close' event; the failed send adds nothing.
  if (child.connected) child.send(message, () => {});
}

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.on('data', (data: Buffer) => {
    tail = (tail + data.toString('utf8')).slice(-4000);
  });
  return () => tail;
}
