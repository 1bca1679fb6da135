import { AppError } from '../../../../kernel/base/errors.ts';
import type { Log } from '../../../../kernel/log/log.ts';

/** What the reader of a streamed answer is told of a failure. What nobody foresaw says nothing of itself and stands in the log. */
export const shownFailure = (
  { log, requestId }: { log: Log; requestId: string },
  error: unknown,
): AppError => {
  const shown =
    error instanceof AppError ? error : new AppError('server.internal', undefined, { cause: error });
  if (shown.code === 'server.internal') log.error({ err: error, requestId }, 'an answer failed');
  return shown;
};
