import type { WorkerInputSettings } from '@atelier/contracts/assistants/workers/worker-queue';
import { nextFire } from '../../flows/index.ts';
import type { InputReader } from './input-reader.ts';
import { mailReader } from './mail/mail-reader.ts';

/** Gives the worker the same input at each time. Times that passed while no server ran count once. */
const scheduleReader: InputReader<'SCHEDULE'> = {
  kind: 'SCHEDULE',
  nextAt: ({ cron, timeZone }, after) => nextFire({ cron, timeZone }, after),
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

type Kind = WorkerInputSettings['kind'];

/** The kinds of inputs that are looked at. The others are sent. */
const readers: { readonly [K in Kind]?: InputReader<K> } = { SCHEDULE: scheduleReader, MAIL: mailReader };

/** Every reader takes the settings of its own kind, which the type of the list cannot say. */
export const inputReaderFor = (kind: Kind): InputReader<Kind> | undefined =>
  readers[kind] as InputReader<Kind> | undefined;
