import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { pinPieces } from '../content.ts';
import { canWriteFlow } from '../policy.ts';
import { fingerprintFlow } from '../service/publish-flow.ts';
import { findFlow, findVersion } from '../service/reads.ts';

interface FlowDraft {
  /** The number of the published version; of the newest before the first publication. */
  version: number;
  draft: Flow;
  fingerprint: string;
}

/** The drafts of flows that the actor may change, for those who compare how apps answer with them. */
export const flowDrafts = {
  /** Returns the newest version, as it would be published. Throws `flows.not_found`, also when the actor may not change the flow. */
  async find(tx: TxCtx, flowId: string): Promise<FlowDraft> {
    if (!canWriteFlow(tx)) fail('flows.not_found');
    const { newestVersionId, publishedVersionId } = await findFlow(tx, flowId);
    const { row: newest } = await findVersion(tx, flowId, newestVersionId);
    const { row: inUse } = await findVersion(tx, flowId, publishedVersionId ?? newestVersionId);
    const draft = pinPieces(newest.content);
    return { version: inUse.number, draft, fingerprint: fingerprintFlow(draft) };
  },
};
