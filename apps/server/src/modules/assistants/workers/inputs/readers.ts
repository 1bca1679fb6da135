import type { WorkerInputSettings } from '@atelier/contracts/assistants/workers/worker-queue';
import type { InputReader } from './input-reader.ts';
import { mailReader } from './mail/mail-reader.ts';
import { scheduleReader } from './schedule-reader.ts';

type Kind = WorkerInputSettings['kind'];

/** The kinds of inputs that are looked at. The others are sent. */
const readers: { readonly [K in Kind]?: InputReader<K> } = { SCHEDULE: scheduleReader, MAIL: mailReader };

/** Every reader takes the settings of its own kind, which the type of the list cannot say. */
export const readerOf = (kind: Kind): InputReader<Kind> | undefined =>
  readers[kind] as InputReader<Kind> | undefined;
