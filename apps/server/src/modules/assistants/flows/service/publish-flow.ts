import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { Publishing } from '../../apps/index.ts';
import { pinPieces, storedContent } from '../content.ts';
import { fingerprintFlow } from '../fingerprint-flow.ts';
import { flowRepository } from '../repository.ts';
import type { FlowVersionRow } from '../tables.ts';
import { armTriggers } from '../triggers/arm-triggers.ts';
import { type StoredContent, versionRepository } from '../versions/repository.ts';
import { findVersion, getFlow, lockFlow } from './reads.ts';

const titleFor = ({ steps, triggers }: Flow, name: string): string =>
  (steps[name] ?? triggers.find((trigger) => trigger.name === name))?.displayName ?? name;

/** Returns what the lock of a version stores. Throws `flows.not_valid` with the problems. */
const readyContent = ({ content: draft }: FlowVersionRow): StoredContent => {
  const content = storedContent(pinPieces(draft));
  const { problems } = content;
  if (problems.length > 0) {
    const [first] = problems;
    const message = `This flow has problems, so it cannot be published. ${titleFor(content.content, first?.step ?? '')}: ${first?.message ?? ''}`;
    throw new AppError('flows.not_valid', { problems }, { message });
  }
  return content;
};

/**
 * Publishes the newest version and switches the flow on. Throws `flows.not_found`, `flows.not_valid`, and what the gate throws, which an
 * owner may override.
 */
export const publishFlow = (
  ctx: AnyCtx,
  id: string,
  { overridesGate: override = false }: { overridesGate?: boolean } = {},
): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const present = await lockFlow(tx, id);
    const { newestVersionId } = present;
    const { row } = await findVersion(tx, id, newestVersionId);
    if (row.state === 'DRAFT') {
      const stored = readyContent(row);
      await Publishing.passGate(tx, {
        ...{ id, override, fingerprint: fingerprintFlow(stored.content) },
        publishedVersionId: present.publishedVersionId,
        findVersion: async (versionId) => {
          const { row: published } = await findVersion(tx, id, versionId);
          return { number: published.number, fingerprint: fingerprintFlow(published.content) };
        },
      });
      await versionRepository.lock(tx.db, newestVersionId, stored);
    }
    await flowRepository.update(tx.db, id, { status: 'ENABLED', publishedVersionId: newestVersionId });
    await armTriggers(tx, id);
    await tx.audit('flows.published', id, { versionId: newestVersionId });
    return getFlow(tx, id);
  });
