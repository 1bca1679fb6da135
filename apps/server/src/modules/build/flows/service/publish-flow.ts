import type { Flow } from '@atelier/contracts/build/flows/flow-model';
import type { FlowDetails } from '@atelier/contracts/build/flows/flow-shapes';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { pinPieces, storedContent } from '../content.ts';
import { flowRepository } from '../repository.ts';
import { armTriggers } from '../triggers/arm-triggers.ts';
import { versionRepository } from '../versions/repository.ts';
import { findVersion, getFlow, lockFlow } from './reads.ts';

const titleOf = ({ steps, triggers }: Flow, name: string): string =>
  (steps[name] ?? triggers.find((trigger) => trigger.name === name))?.displayName ?? name;

/** Locks a draft. Throws `flows.not_valid` with the problems. */
const lockDraft = async (tx: TxCtx, id: string, versionId: string): Promise<void> => {
  const { row } = await findVersion(tx, id, versionId);
  if (row.state === 'LOCKED') return;
  const content = storedContent(pinPieces(row.content));
  const { problems } = content;
  if (problems.length > 0) {
    const [first] = problems;
    const message = `This flow has problems, so it cannot be published. ${titleOf(content.content, first?.step ?? '')}: ${first?.message ?? ''}`;
    throw new AppError('flows.not_valid', { problems }, { message });
  }
  await versionRepository.lock(tx.db, versionId, content);
};

/** Publishes the newest version and switches the flow on. Throws `flows.not_found` and `flows.not_valid`. */
export const publishFlow = (ctx: AnyCtx, id: string): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const { newestVersionId } = await lockFlow(tx, id);
    await lockDraft(tx, id, newestVersionId);
    await flowRepository.update(tx.db, id, { status: 'ENABLED', publishedVersionId: newestVersionId });
    await armTriggers(tx, id);
    await tx.audit('flows.published', id, { versionId: newestVersionId });
    return getFlow(tx, id);
  });
