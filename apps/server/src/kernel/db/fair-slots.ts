import { AppError } from '../base/errors.ts';

type Release = () => void;
type Waiter = (release: Release) => void;

const retryAfterSeconds = 5;

/**
 * Shares the connections of a pool fairly among tenants. A single tenant may take three quarters of the slots, so that the next tenant
 * always finds a free one, and half of them while another tenant waits. Tenants take turns; the waiters of one tenant are served in their
 * order.
 */
export class FairSlots {
  readonly #most: number;
  readonly #half: number;
  readonly #held = new Map<string, number>();
  /** The waiting tenants in the order of their turns. A tenant without waiters has no entry. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  #free: number;

  constructor(size: number) {
    this.#free = size;
    this.#most = Math.max(1, size - Math.ceil(size / 4));
    this.#half = Math.max(1, Math.floor(size / 2));
  }

  /** Waits for a slot for `tenant` and returns the function that gives it back. Throws `server.overloaded` after `waitMs`. */
  async take(tenant: string, waitMs: number): Promise<Release> {
    if (!this.#waiting.has(tenant) && this.#mayTake(tenant)) return this.#occupy(tenant);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = (release) => {
        clearTimeout(timer);
        resolve(release);
      };
      const timer = setTimeout(() => {
        this.#leave(tenant, waiter);
        reject(new AppError('server.overloaded', { retryAfterSeconds }));
        // The other tenants may take more slots now that this one waits no longer.
        this.#serveWaiters();
      }, waitMs);
      this.#waiting.set(tenant, (this.#waiting.get(tenant) ?? new Set()).add(waiter));
      this.#serveWaiters();
    });
  }

  #mayTake(tenant: string): boolean {
    const othersWait = this.#waiting.size > (this.#waiting.has(tenant) ? 1 : 0);
    return this.#free > 0 && (this.#held.get(tenant) ?? 0) < (othersWait ? this.#half : this.#most);
  }

  #occupy(tenant: string): Release {
    this.#free -= 1;
    this.#held.set(tenant, (this.#held.get(tenant) ?? 0) + 1);
    return () => {
      this.#free += 1;
      const left = (this.#held.get(tenant) ?? 1) - 1;
      if (left === 0) this.#held.delete(tenant);
      else this.#held.set(tenant, left);
      this.#serveWaiters();
    };
  }

  #leave(tenant: string, waiter: Waiter): void {
    const queue = this.#waiting.get(tenant);
    queue?.delete(waiter);
    if (queue?.size === 0) this.#waiting.delete(tenant);
  }

  #serveWaiters(): void {
    while (this.#serveNext());
  }

  #serveNext(): boolean {
    for (const [tenant, queue] of this.#waiting) {
      const [waiter] = queue;
      if (!waiter || !this.#mayTake(tenant)) continue;
      // The other waiters of this tenant go to the end of the queue.
      this.#waiting.delete(tenant);
      queue.delete(waiter);
      if (queue.size > 0) this.#waiting.set(tenant, queue);
      waiter(this.#occupy(tenant));
      return true;
    }
    return false;
  }
}
