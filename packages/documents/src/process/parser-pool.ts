import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { TurnQueue, type WorkAccount } from '@atelier/turns';
import type { Block } from '../block.ts';
import type { Confinement } from '../sandbox/confinement.ts';
import { findConfinement } from '../sandbox/find-confinement.ts';
import { readWithAttachments } from './attachments.ts';
import { DocumentPlaces } from './document-places.ts';
import { type ParserJob, ParserProcess, type ParserProcessOptions } from './parser-process.ts';
import { type Lanes, Seat } from './seat.ts';

export type ParserPoolOptions = {
  /** The child's entry file; a bundle names its own. */
  childEntry?: string | URL;
  /** Files parsed at the same time. Default: cores − 1, at least 1, at most 4. */
  concurrency?: number;
  /** Files whose pictures are searched for text at the same time, in addition to the files that are parsed. Default 1. */
  recognitionConcurrency?: number;
  /** Files that have begun and not ended, also those that wait for another turn with their child. Default: no limit. */
  documents?: number;
  /** JavaScript heap of each child in MiB. Default 512. */
  heapMb?: number;
  /** Counts the time of each owner's files, and says whose wait behind others. */
  account?: WorkAccount;
  /** Longest time that the consumer waits for one file, in milliseconds. Default 5 minutes. */
  deadlineMs?: number;
  /** Attachments that are read of a mail. Default 100. */
  attachments?: number;
  /** Milliseconds after which an unused child is stopped. Default 30 seconds. */
  idleMs?: number;
};

export type ParserPool = {
  /**
   * Streams a file's blocks, and those of the attachments of a mail. Throws `DocumentError` for anything wrong with the document, the signal's
   * reason on abort, and the system's own error when the file is not there. Leaving the loop early ends the work.
   */
  parse(file: ParserJob): AsyncIterable<Block>;
  /** Ends every child, busy ones too. */
  close(): Promise<void>;
};

const ownEntry = new URL('../parser-child.ts', import.meta.url);

/** Returns the strictest confinement of parser processes that this system supports. */
export const findParserConfinement = (childEntry: string | URL = ownEntry): Promise<Confinement> =>
  findConfinement(childEntry instanceof URL ? fileURLToPath(childEntry) : childEntry);

/** A child is replaced after this many files, because libraries leak memory. */
const filesPerChild = 100;
/** So many idle children of preferred owners are not ended for the sake of others. */
const keptChildren = 2;
/** A child works in slices of a second. One that works longer than this without a pause moves to a place for long work, or is halted. */
const sliceMs = 2000;
/** In a place for long work it is halted after this time, if others wait for the place. */
const longSliceMs = 5000;

/** Parses documents in child processes, so that a hostile file takes down only its own child. */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const { account } = options;
  const staff = new ParserStaff(
    {
      childEntry: options.childEntry ?? ownEntry,
      heapMb: options.heapMb ?? 512,
      deadlineMs: options.deadlineMs ?? 300_000,
    },
    options.idleMs ?? 30_000,
    account,
  );
  const createLane = (places: number) =>
    new TurnQueue({
      ...{ places, longPlaces: places, preferredPlaces: 1, sliceMs, longSliceMs },
      ...(account && { account }),
    });
  const lanes: Lanes = {
    parsing: createLane(options.concurrency ?? Math.min(4, Math.max(1, availableParallelism() - 1))),
    recognition: createLane(options.recognitionConcurrency ?? 1),
  };

  const places = new DocumentPlaces(options.documents ?? Number.POSITIVE_INFINITY, account);

  async function* parse(file: ParserJob): AsyncGenerator<Block> {
    if (staff.closed) throw poolClosed();
    const owner = file.owner ?? '';
    const leave = await places.take(owner, file.signal);
    const seat = new Seat(lanes, file);
    try {
      await seat.take('parsing');
      await access(file.path);
      file.signal?.throwIfAborted();
      yield* staff.work(file, seat);
    } catch (error) {
      // Closing kills busy children; that must not look like the document's fault.
      throw staff.closed ? poolClosed() : error;
    } finally {
      seat.leave();
      leave();
    }
  }

  return {
    parse: (file) => readWithAttachments(parse, file, options.attachments),
    async close() {
      for (const lane of Object.values(lanes)) lane.refuseAll(poolClosed());
      await staff.close();
    },
  };
}

type Worker = {
  process: ParserProcess;
  owner: string;
  isInBackground: boolean;
  files: number;
  idle: NodeJS.Timeout | undefined;
};

/** Manages the child processes, which are busy, idle or retired. */
class ParserStaff {
  closed = false;
  readonly #settings: ParserProcessOptions;
  readonly #idleMs: number;
  readonly #account: WorkAccount | undefined;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];

  constructor(settings: ParserProcessOptions, idleMs: number, account: WorkAccount | undefined) {
    this.#settings = settings;
    this.#idleMs = idleMs;
    this.#account = account;
  }

  async *work(file: ParserJob, seat: Seat): AsyncGenerator<Block> {
    if (this.closed) throw poolClosed();
    const worker = this.#hire(file.owner ?? '');
    let endedWell = false;
    let last: readonly Block[] = [];
    try {
      last = yield* worker.process.runToLast(file, seat);
      endedWell = true;
    } finally {
      this.#release(worker, endedWell);
    }
    // The child reads the next file while the caller works on the last blocks of this one.
    seat.leave();
    yield* last;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(Array.from(this.#workers, (worker) => this.#retire(worker)));
  }

  /** Takes an idle child of the same owner and rank or starts one. Children are never shared between owners, because a malicious file may have taken one over. */
  #hire(owner: string): Worker {
    const isInBackground = this.#account?.isInBackground(owner) ?? false;
    const at = this.#idle.findLastIndex(
      (idle) => idle.owner === owner && idle.isInBackground === isInBackground && idle.process.isAlive(),
    );
    const [own] = at < 0 ? [] : this.#idle.splice(at, 1);
    if (own !== undefined) {
      clearTimeout(own.idle);
      return own;
    }
    this.#makeRoom();
    const process = new ParserProcess({ ...this.#settings, isInBackground });
    const worker: Worker = { process, owner, isInBackground, files: 0, idle: undefined };
    this.#workers.add(worker);
    return worker;
  }

  /** Ends the child that has been idle longest. Of the children of preferred owners, a few are kept. */
  #makeRoom(): void {
    const others = this.#idle.filter(({ owner }) => this.#account?.isPreferred(owner) !== true);
    const kept = this.#idle.length - others.length;
    const ended = others[0] ?? (kept > keptChildren ? this.#idle[0] : undefined);
    if (ended !== undefined) void this.#retire(ended);
  }

  #release(worker: Worker, endedWell: boolean): void {
    worker.files++;
    const worn = worker.files >= filesPerChild || !worker.process.isAlive();
    if (this.closed || !endedWell || worn) {
      void this.#retire(worker);
      return;
    }
    worker.idle = setTimeout(() => void this.#retire(worker), this.#idleMs);
    worker.idle.unref();
    this.#idle.push(worker);
  }

  async #retire(worker: Worker): Promise<void> {
    clearTimeout(worker.idle);
    this.#workers.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    await worker.process.kill();
  }
}

const poolClosed = () => new Error('The parser pool is closed.');
