import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

/** A draft of a flow, an agent or a crew that is about to take the place of the published version. */
export interface Publication {
  id: string;
  /** The number of the published version, with which the draft was compared. */
  version: number;
  /** Identifies what the draft does. */
  fingerprint: string;
  /** True when an owner wants the draft whatever its test said. */
  override: boolean;
}

/** Throws when a draft must not be published. Modules that judge answers provide it. */
export const publishingGate =
  defineExtensionPoint<(tx: TxCtx, publication: Publication) => Promise<void>>('drafts.publishing-gate');
