import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

/** Parts of things that have pages of their own, such as the records of workers. Whoever may see the thing sees them. */
export interface PartKind {
  /** The prefix of their ids, such as `rec_`. */
  prefix: string;
  /** Returns the id of the thing to which a part belongs, whether or not the actor may see it. */
  findWhole: (tx: TxCtx, id: string) => Promise<string | undefined>;
}

/** The parts by which people ask for the whole. */
export const partKinds = defineExtensionPoint<PartKind>('access.part-kinds');
