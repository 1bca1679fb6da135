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
  defineExtensionPoint<(tx: TxCtx, publication: Publication) => Promise<void>>('apps.publishing-gate');

/** A version, with what it does. */
interface Version {
  number: number;
  fingerprint: string;
}

interface Draft extends Pick<Publication, 'id' | 'fingerprint' | 'override'> {
  /** Null when nothing was published before, so that nothing can be worse. */
  publishedVersionId: string | null;
  findVersion(versionId: string): Promise<Version>;
}

/** Asks those who judge answers, when a published version is replaced by one that works otherwise. */
export const passGate = async (
  tx: TxCtx,
  { publishedVersionId, findVersion, ...draft }: Draft,
): Promise<void> => {
  if (publishedVersionId === null) return;
  const published = await findVersion(publishedVersionId);
  if (draft.fingerprint === published.fingerprint) return;
  const publication = { ...draft, version: published.number };
  for (const check of tx.services.extensions.of(publishingGate)) await check(tx, publication);
};
