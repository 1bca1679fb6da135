import { type MailboxCall, type MailboxPlace, watchMailbox } from '@atelier/pieces/mailbox';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { defineService } from '../../../../../kernel/services/services.ts';
import { workerRepository } from '../../repository.ts';
import { orderLook } from '../look-job.ts';

interface Watched {
  inputId: string;
  /** Changes with the settings, so that the folder of the present ones is watched. */
  revision: string;
  everyMinutes: number;
  call: Omit<MailboxCall, 'signal'>;
  /** The newest mail that is known; all after it are new. */
  place: MailboxPlace;
}

interface Watcher {
  revision: string;
  stop: AbortController;
  /** Ends the watch unless a look renews it. */
  end: NodeJS.Timeout;
}

/** The most folders that one process watches, and that one company has watched. All others are read at their times. */
const mostWatched = 100;
const mostOfTenant = 10;

const minute = 60_000;

/** Looks into a mailbox now instead of at its time, unless it is not read at all. A look that is under way is followed by another one. */
const lookNow = async (tx: TxCtx, inputId: string): Promise<void> => {
  const row = await workerRepository.lockInput(tx.db, inputId);
  if (row?.nextAt) await orderLook(tx, inputId, tx.now());
};

export class MailboxWatchers {
  readonly #open = new Map<string, Watcher & { tenantId: string }>();

  /** Watches a folder until two looks have not renewed it. A watch only makes looks come earlier: without it nothing is lost. */
  watch(ctx: Ctx, { inputId, revision, everyMinutes, call, place }: Watched): void {
    const { tenantId } = ctx;
    const known = this.#open.get(inputId);
    if (known?.revision === revision && !known.stop.signal.aborted) {
      known.end.refresh();
      return;
    }
    known?.stop.abort();
    if (!this.#hasRoom(tenantId)) return;
    const stop = new AbortController();
    const end = setTimeout(() => stop.abort(), (2 * everyMinutes + 1) * minute);
    end.unref();
    const watcher = { revision, stop, end, tenantId };
    this.#open.set(inputId, watcher);
    const onMail = () => {
      if (stop.signal.aborted) return;
      // The look that follows watches again, and sees what came meanwhile.
      stop.abort();
      // A failure here is made up for by the next scheduled poll.
      ctx.tx((tx) => lookNow(tx, inputId)).catch(() => undefined);
    };
    watchMailbox({ ...call, signal: stop.signal }, place, onMail)
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(end);
        if (this.#open.get(inputId) === watcher) this.#open.delete(inputId);
      });
  }

  close(): void {
    for (const { stop } of this.#open.values()) stop.abort();
  }

  #hasRoom(tenantId: string): boolean {
    const ofTenant = [...this.#open.values()].filter((each) => each.tenantId === tenantId);
    return this.#open.size < mostWatched && ofTenant.length < mostOfTenant;
  }
}

/** The folders that this process watches by IDLE. */
export const mailboxWatchers = defineService<MailboxWatchers>({
  name: 'workers.mailboxes',
  create: () => new MailboxWatchers(),
  close: async (watchers) => watchers.close(),
});
