import { createHash } from 'node:crypto';
import type { Flow, FlowStep, FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import { PieceError } from '@atelier/pieces';
import { fail } from '../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { Drafts } from '../drafts/index.ts';
import { pinPieces } from './content.ts';
import { visibleFlows } from './flow-entity.ts';
import { canWriteFlow } from './policy.ts';
import { flowRepository, versionRepository } from './repository.ts';

/** Leaves out what a run does not read. */
const working = <T extends FlowStep | FlowTrigger>({ displayName: _name, sample: _sample, ...rest }: T) =>
  rest;

/** Returns the same text for stored flows that work alike. */
export const fingerprintFlow = ({ triggers, first, steps }: Flow): string => {
  const each = Object.values(steps).map(working);
  return createHash('sha256')
    .update(JSON.stringify([triggers.map(working), first, each]))
    .digest('hex');
};

/** Flows with their versions. Throws `flows.not_found` and `flows.version_not_found`. */
export const versionedFlows = new Drafts({
  noun: 'Flow',
  things: flowRepository,
  versions: versionRepository,
  visible: visibleFlows,
  versionPrefix: 'flv',
  errors: { thing: 'flows.not_found', version: 'flows.version_not_found' },
  fingerprint: ({ content }) => fingerprintFlow(content),
});

/**
 * Returns the context in which a step sees what the owner of its flow sees. Whoever tests a step sees what they see themselves. Throws
 * PieceError when the owner has left the company.
 */
export const asOwner = async (ctx: Ctx, flowId: string): Promise<Ctx> => {
  if ('userId' in ctx.actor) return ctx;
  const owner = await versionedFlows.asOwner(ctx, flowId);
  if (owner) return owner;
  throw new PieceError(
    'pieces.refused',
    'The step acts with the access of the owner of the flow, who has left the company. Please duplicate the flow, and publish the copy.',
  );
};

interface FlowDraft {
  /** The number of the published version; of the newest before the first publication. */
  version: number;
  draft: Flow;
  fingerprint: string;
}

/**
 * Returns the newest version, as it would be published, for those who compare how apps answer with it. Throws `flows.not_found`, also when
 * the actor may not change the flow.
 */
export const findFlowDraft = async (tx: TxCtx, flowId: string): Promise<FlowDraft> => {
  if (!canWriteFlow(tx)) fail('flows.not_found');
  const { newestVersionId, publishedVersionId } = await versionedFlows.find(tx, flowId);
  const { row: newest } = await versionedFlows.findVersion(tx, flowId, newestVersionId);
  const { row: inUse } = await versionedFlows.findVersion(tx, flowId, publishedVersionId ?? newestVersionId);
  const draft = pinPieces(newest.content);
  return { version: inUse.number, draft, fingerprint: fingerprintFlow(draft) };
};
