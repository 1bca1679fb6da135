import type { FlowDetails, FlowStatus } from '@atelier/contracts/assistants/flows/flow-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { flowRepository } from '../repository.ts';
import { armTriggers } from '../triggers/arm-triggers.ts';
import { getFlow, lockFlow } from './reads.ts';

/** Switches a published flow on or off. Runs that have begun go on. Throws `flows.not_found` and `flows.not_published`. */
export const setStatus = (ctx: AnyCtx, id: string, status: FlowStatus): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const { publishedVersionId } = await lockFlow(tx, id);
    if (status === 'ENABLED' && publishedVersionId === null) fail('flows.not_published');
    await flowRepository.update(tx.db, id, { status });
    await armTriggers(tx, id);
    await tx.audit(status === 'ENABLED' ? 'flows.enabled' : 'flows.disabled', id);
    return getFlow(tx, id);
  });
