import { defaultRetries } from '../chat-model.ts';
import { type ModelError, toModelError } from '../model-error.ts';
import type { Deadline } from './deadline.ts';

const firstBackoffMs = 400;
const longestBackoffMs = 8_000;
/** Longest wait before a retry. A provider that asks for more is not retried; the caller gets `retryAfterMs`. */
const longestRetryAfterMs = 20_000;

/**
 * Retries `attempt` after rate limits, 5xx and connection errors, with growing waits or the wait that the provider asked for.
 * Timeouts are not retried because they have used up the caller's time.
 */
export const withRetries = async <T>(
  attempt: () => Promise<T>,
  { deadline, retries = defaultRetries }: { deadline: Deadline; retries?: number | undefined },
): Promise<T> => {
  for (let failed = 0; ; failed += 1) {
    if (deadline.failure) throw deadline.failure;
    try {
      return await attempt();
    } catch (thrown) {
      const error = deadline.failure ?? toModelError(thrown);
      const waitMs = retryWait(error, failed);
      if (failed >= retries || waitMs === undefined || Date.now() + waitMs >= deadline.endsAt) throw error;
      deadline.disarm();
      await deadline.sleep(waitMs);
    }
  }
};

const retryWait = (error: ModelError, failed: number): number | undefined => {
  if (!error.retryable || error.code === 'models.timeout') return undefined;
  if (error.retryAfterMs !== undefined)
    return error.retryAfterMs <= longestRetryAfterMs ? error.retryAfterMs : undefined;
  const backoff = Math.min(firstBackoffMs * 2 ** failed, longestBackoffMs);
  return backoff * (0.75 + Math.random() / 2);
};
