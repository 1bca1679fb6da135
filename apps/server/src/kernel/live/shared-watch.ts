import type { Ctx } from '../context/context.ts';

/** The news for watchers: current rows, ids of removed rows, and a summary. */
export interface Sighting<Row, Summary> {
  rows: ReadonlyMap<string, Row>;
  gone: ReadonlySet<string>;
  summary: Summary;
}

/** Reads one subject on behalf of all its watchers in this process. */
export interface SharedReader<Row, Summary> {
  /** The live topics that announce changes. `as` replaces the signalled id where the topic announces something else. */
  topics: readonly { topic: string; as?: string }[];
  /** Milliseconds after which everything is read again, where no topic announces all changes. */
  everyMs?: number;
  /**
   * Reads the changed rows; an empty id asks for everything that a new watcher needs. Returns undefined when the subject is gone. `ctx`
   * sees the whole tenant, so the permissions of a watcher are checked before watching starts, and by `holdStream`.
   */
  read(ctx: Ctx, changed: ReadonlySet<string>): Promise<Sighting<Row, Summary> | undefined>;
}

interface SharedWatchParts<Row, Summary> {
  /** The name of the actor that reads. */
  name: string;
  /** Changes are read at most this often, in milliseconds; those in between are read together. */
  pauseMs: number;
  open(subject: string): SharedReader<Row, Summary>;
}

export interface SharedWatch<Row, Summary> {
  /**
   * Yields the current state and then its changes, until `signal` aborts or the subject is gone. Every change is read once, however many
   * watchers there are. A slow watcher gets the latest state of each row, not every state.
   */
  watch(ctx: Ctx, subject: string, signal: AbortSignal): AsyncIterable<Sighting<Row, Summary>>;
}

/** The news that a watcher has not taken yet. */
class Mailbox<Row, Summary> {
  readonly #rows = new Map<string, Row>();
  readonly #gone = new Set<string>();
  #summary: { value: Summary } | undefined;
  #end: { failure?: unknown } | undefined;
  #wake: () => void = () => {};

  put({ rows, gone, summary }: Sighting<Row, Summary>): void {
    for (const [id, row] of rows) {
      this.#gone.delete(id);
      this.#rows.delete(id);
      this.#rows.set(id, row);
    }
    for (const id of gone) {
      this.#rows.delete(id);
      this.#gone.add(id);
    }
    this.#summary = { value: summary };
    this.#wake();
  }

  end(how: { failure?: unknown }): void {
    this.#end ??= how;
    this.#wake();
  }

  /** Waits for news and returns the news since the last call; undefined after the end. */
  async take(): Promise<Sighting<Row, Summary> | undefined> {
    while (!this.#end) {
      if (this.#summary) {
        const taken = { rows: new Map(this.#rows), gone: new Set(this.#gone), summary: this.#summary.value };
        this.#rows.clear();
        this.#gone.clear();
        this.#summary = undefined;
        return taken;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if ('failure' in this.#end) throw this.#end.failure;
    return undefined;
  }
}

/** All watchers of one subject of one tenant. Reads run one after another, so nobody gets older news after newer. */
class Audience<Row, Summary> {
  readonly #mailboxes = new Set<Mailbox<Row, Summary>>();
  readonly #reader: SharedReader<Row, Summary>;
  readonly #ctx: Ctx;
  readonly #stops: (() => void)[];
  #joining: Mailbox<Row, Summary>[] = [];
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  readonly #clock: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(ctx: Ctx, reader: SharedReader<Row, Summary>, pauseMs: number) {
    this.#ctx = ctx;
    this.#reader = reader;
    this.#stops = reader.topics.map(({ topic, as }) =>
      ctx.services.live.subscribe(ctx.tenantId, topic, (id) => {
        this.#changed.add(id === '' ? '' : (as ?? id));
        this.#timer ??= setTimeout(() => this.#readChanges(), pauseMs);
      }),
    );
    if (reader.everyMs === undefined) return;
    this.#clock = setInterval(() => {
      this.#changed.add('');
      this.#timer ??= setTimeout(() => this.#readChanges(), 0);
    }, reader.everyMs);
  }

  get isEmpty(): boolean {
    return this.#mailboxes.size === 0;
  }

  join(mailbox: Mailbox<Row, Summary>): void {
    this.#mailboxes.add(mailbox);
    this.#joining.push(mailbox);
    if (this.#joining.length > 1) return;
    this.#queue(async () => {
      const joining = this.#joining;
      this.#joining = [];
      await this.#tell(joining, new Set(['']));
    });
  }

  leave(mailbox: Mailbox<Row, Summary>): void {
    this.#mailboxes.delete(mailbox);
    if (this.isEmpty) this.close();
  }

  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#clock);
    for (const stop of this.#stops) stop();
  }

  #readChanges(): void {
    this.#timer = undefined;
    this.#queue(async () => {
      const changed = this.#changed;
      this.#changed = new Set();
      // Watchers that joined after this read was ordered get their own.
      if (changed.size > 0) await this.#tell([...this.#mailboxes], changed);
    });
  }

  #queue(work: () => Promise<void>): void {
    this.#reading = this.#reading.then(work).catch((failure: unknown) => {
      for (const mailbox of this.#mailboxes) mailbox.end({ failure });
    });
  }

  async #tell(mailboxes: readonly Mailbox<Row, Summary>[], changed: ReadonlySet<string>): Promise<void> {
    const sighting = await this.#reader.read(this.#ctx, changed);
    for (const mailbox of sighting ? mailboxes : this.#mailboxes) {
      if (sighting) mailbox.put(sighting);
      else mailbox.end({});
    }
  }
}

/** Makes a shared watch: any number of watchers of a subject share its reads. */
export const createSharedWatch = <Row, Summary>(
  parts: SharedWatchParts<Row, Summary>,
): SharedWatch<Row, Summary> => {
  const audiences = new Map<string, Audience<Row, Summary>>();
  const audienceFor = (ctx: Ctx, subject: string): Audience<Row, Summary> => {
    const key = `${ctx.tenantId} ${subject}`;
    const known = audiences.get(key);
    if (known && !known.isEmpty) return known;
    const reading = ctx.inTenant(ctx.tenantId, { kind: 'system', name: parts.name });
    const made = new Audience(reading, parts.open(subject), parts.pauseMs);
    audiences.set(key, made);
    return made;
  };
  return {
    async *watch(ctx, subject, signal) {
      const audience = audienceFor(ctx, subject);
      const mailbox = new Mailbox<Row, Summary>();
      const leave = () => mailbox.end({});
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      audience.join(mailbox);
      try {
        for (let news = await mailbox.take(); news; news = await mailbox.take()) yield news;
      } finally {
        signal.removeEventListener('abort', leave);
        audience.leave(mailbox);
        const key = `${ctx.tenantId} ${subject}`;
        if (audience.isEmpty && audiences.get(key) === audience) audiences.delete(key);
      }
    },
  };
};
