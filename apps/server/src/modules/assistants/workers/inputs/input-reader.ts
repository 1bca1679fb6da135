import type { WorkerInputSettings } from '@atelier/contracts/assistants/workers/worker-queue';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { StoredUpload } from '../../../content/files/index.ts';
import type { NewInput } from '../engine/take-input.ts';

type Kind = WorkerInputSettings['kind'];

/** An input that a look brought. Files that came with it are in storage, and get their rows with the record. */
export type LookedInput = NewInput & { inputKey: string; uploads?: readonly StoredUpload[] };

/** The result of one poll of an input. */
export interface Looked {
  /** Each has a key, so that one that is read twice is taken once. */
  inputs: readonly LookedInput[];
  /** The state for the next poll. */
  state: JsonValue;
  /** True when there is more, so that the next look comes at once. */
  hasMore?: boolean;
}

/** A look at an input. */
export interface Look<K extends Kind> {
  inputId: string;
  workerId: string;
  settings: Extract<WorkerInputSettings, { kind: K }>;
  /** The time from which these settings hold. What came before is none of the input's. */
  setAt: Date;
  /** The time for which it was ordered. */
  at: string;
  /** The state of the last poll; null for the first one, and after the settings have changed. */
  state: JsonValue;
  signal: AbortSignal;
}

/** A kind of input that is looked at from time to time, such as a schedule or a mailbox. */
export interface InputReader<K extends Kind> {
  kind: K;
  /** Returns the next time after `after`; null when there is none. Throws AppError for settings that cannot be used. */
  nextAt(settings: Look<K>['settings'], after: Date): Date | null;
  /**
   * Reads what has come. The context is that of the system; nothing is changed outside before the records exist. Throws AppError with the reason
   * why it cannot be read.
   */
  read(ctx: Ctx, look: Look<K>): Promise<Looked>;
  /** Called once the records exist, for example to mark mails as read. It may be called again. */
  settle?(ctx: Ctx, look: Look<K>, state: JsonValue): Promise<void>;
}
