import type { TxCtx } from '../../../../kernel/context/context.ts';
import { agentVersions } from '../../../assistants/agents/index.ts';
import { flowDrafts } from '../../../assistants/flows/index.ts';
import type { StandIn } from './subject.ts';

const isFlow = (id: string): boolean => id.startsWith('flw_');

/** Identifies a draft together with the published version, because only both say what a test has compared. */
export const fingerprintOfStandIn = (draft: { id: string; version: number; fingerprint: string }): string =>
  `${draft.id} ${draft.version} ${draft.fingerprint}`;

/** Reads the draft of a flow, an agent or a crew. Throws `flows.not_found` and `agents.not_found`, also when the actor may not change it. */
export const findStandIn = async (tx: TxCtx, id: string): Promise<StandIn> => {
  const { version, draft, fingerprint } = isFlow(id)
    ? await flowDrafts.find(tx, id)
    : await agentVersions.find(tx, id);
  return { id, fingerprint: fingerprintOfStandIn({ id, version, fingerprint }), content: draft };
};
