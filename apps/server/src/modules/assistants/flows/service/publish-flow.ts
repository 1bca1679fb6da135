import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowContent, FlowDetails, FlowStatus } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { flows } from '@atelier/contracts/assistants/flows/flows';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { pinPieces, storedContent } from '../content.ts';
import { versionedFlows } from '../flow-drafts.ts';
import { presentFlowVersion, presentVersionLine } from '../present.ts';
import { flowRepository, type StoredContent } from '../repository.ts';
import type { FlowVersionRow } from '../tables.ts';
import { armTriggers } from '../triggers/arm-triggers.ts';
import { createFlow } from './create-flow.ts';
import { getFlow } from './reads.ts';
import { saveDraft } from './update-flow.ts';

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
    const { thing: present, newest } = await versionedFlows.lockNewest(tx, id);
    const content = newest.state === 'DRAFT' ? readyContent(newest) : newest;
    const columns = { status: 'ENABLED' };
    await versionedFlows.publish(tx, present, { newest, content, columns, override });
    await armTriggers(tx, id);
    await tx.audit('flows.published', id, { versionId: newest.id });
    return getFlow(tx, id);
  });

/** Creates a flow and publishes it. Returns its id. Throws `flows.unreadable` and `flows.not_valid`. */
export const createPublishedFlow = (ctx: AnyCtx, content: FlowContent): Promise<string> =>
  ctx.tx(async (tx) => {
    const { flowId } = await createFlow(tx, content);
    await publishFlow(tx, flowId);
    return flowId;
  });

/** Makes the content of a version the draft again. Throws `flows.not_found` and `flows.version_not_found`. */
export const restoreVersion = (ctx: AnyCtx, id: string, versionId: string): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const { newest } = await versionedFlows.lockNewest(tx, id);
    const { row } = await versionedFlows.findVersion(tx, id, versionId);
    await saveDraft(tx, id, { newest, flow: row.content });
    await tx.audit('flows.restored', id, { versionId, number: row.number });
    return getFlow(tx, id);
  });

type Query = RequestOf<(typeof flows.endpoints)['versions']>['query'];

/** Lists the versions of a flow, newest first. Throws `flows.not_found`. */
export const listVersions = (ctx: AnyCtx, id: string, query: Query) =>
  ctx.tx(async (tx) => {
    const { thing, rows, ...page } = await versionedFlows.listVersions(tx, id, query);
    return { ...page, items: rows.map((version) => presentVersionLine(thing, version)) };
  });

/** Throws `flows.not_found` and `flows.version_not_found`. */
export const getVersion = (ctx: AnyCtx, id: string, versionId: string) =>
  ctx.tx(async (tx) =>
    presentFlowVersion(
      await versionedFlows.find(tx, id),
      await versionedFlows.findVersion(tx, id, versionId),
    ),
  );

/** Switches a published flow on or off. Runs that have begun go on. Throws `flows.not_found` and `flows.not_published`. */
export const setStatus = (ctx: AnyCtx, id: string, status: FlowStatus): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const { publishedVersionId } = await versionedFlows.lock(tx, id);
    if (status === 'ENABLED' && publishedVersionId === null) fail('flows.not_published');
    await flowRepository.update(tx.db, id, { status });
    await armTriggers(tx, id);
    await tx.audit(status === 'ENABLED' ? 'flows.enabled' : 'flows.disabled', id);
    return getFlow(tx, id);
  });
