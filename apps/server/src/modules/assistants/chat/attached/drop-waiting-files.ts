import type { Services } from '../../../../kernel/services/services.ts';

export const dropWaitingTask = 'chat.drop-waiting-files';
/** The time for which a file waits for its first question. */
const grace = '1 day';
const atOnce = 500;

/** Deletes attached files that nobody asked about. */
export const dropWaitingFiles = async ({ identityPool, log }: Services): Promise<void> => {
  let total = 0;
  let dropped = atOnce;
  while (dropped === atOnce) {
    const { rows } = await identityPool.query<{ dropped: number }>(
      'select atelier.drop_waiting_files($1, $2) as dropped',
      [grace, atOnce],
    );
    dropped = rows[0]?.dropped ?? 0;
    total += dropped;
  }
  if (total > 0) log.info({ dropped: total }, 'removed attached files that nobody asked about');
};
