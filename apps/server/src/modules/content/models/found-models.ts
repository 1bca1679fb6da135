import type { Outbound } from '../../../kernel/outbound/outbound.ts';
import type { Services } from '../../../kernel/services/services.ts';

const freshForMs = 60_000;

/** The models on servers of the operator that may run or not. */
export interface FoundModels<T> {
  /** The list is refreshed at most once a minute, and only the first call waits for it, so that questions are not delayed. */
  list(outbound: Outbound): Promise<readonly T[]>;
}

/** Remembers what `ask` finds. A failure counts as nothing. */
export const findModels = <T>(
  { log }: Services,
  what: string,
  ask: (outbound: Outbound) => Promise<readonly T[]>,
): FoundModels<T> => {
  let known: readonly T[] = [];
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  const refresh = async (outbound: Outbound): Promise<void> => {
    known = await ask(outbound).catch((error: unknown) => {
      log.debug({ err: error }, `${what} did not answer`);
      return [];
    });
    askedAt = Date.now();
    asking = undefined;
  };
  return {
    async list(outbound) {
      if (Date.now() - askedAt > freshForMs) {
        asking ??= refresh(outbound);
        if (askedAt === Number.NEGATIVE_INFINITY) await asking;
      }
      return known;
    },
  };
};
