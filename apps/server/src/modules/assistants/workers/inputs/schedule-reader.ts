import { FlowParts } from '../../flows/index.ts';
import type { InputReader } from './input-reader.ts';

/** Gives the worker the same input at each time. Times that passed while no server ran count once. */
export const scheduleReader: InputReader<'SCHEDULE'> = {
  kind: 'SCHEDULE',
  nextAt: ({ cron, timeZone }, after) => FlowParts.nextFire({ cron, timeZone }, after),
  read: (_ctx, { inputId, settings, at }) =>
    Promise.resolve({
      inputs: [
        {
          ...{ inputKind: 'SCHEDULE' as const, inputKey: `schedule/${inputId}/${at}` },
          ...{ input: settings.input, name: '' },
        },
      ],
      state: null,
    }),
};
