import { AppError } from '../../../../kernel/base/errors.ts';
import type { Log } from '../../../../kernel/log/log.ts';

/** Returns the failure that the reader of a streamed answer sees. An unknown error reveals nothing about itself and is logged. */
export const shownFailure = (
  { log, requestId }: { log: Log; requestId: string },
  error: unknown,
): AppError => {
  const shown =
    error instanceof AppError ? error : new AppError('server.internal', undefined, { cause: error });
  if (shown.code === 'server.internal') log.error({ err: error, requestId }, 'an answer failed');
  return shown;
};
