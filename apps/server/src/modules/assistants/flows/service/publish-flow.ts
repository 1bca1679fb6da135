import { createHash } from 'node:crypto';
import type { Flow, FlowStep, FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowContent, FlowDetails, FlowStatus } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { flows } from '@atelier/contracts/assistants/flows/flows';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { readNumbered } from '../../../../kernel/db/paging.ts';
import { passGate } from '../../apps/index.ts';
import { pinPieces, storedContent } from '../content.ts';
import { presentVersion, presentVersionLine } from '../present.ts';
import { flowRepository } from '../repository.ts';
import type { FlowVersionRow } from '../tables.ts';
import { armTriggers } from '../triggers/arm-triggers.ts';
import { type StoredContent, versionRepository } from '../versions/repository.ts';
import { createFlow } from './create-flow.ts';
import { findFlow, findVersion, getFlow, lockFlow } from './reads.ts';
import { saveDraft } from './update-flow.ts';

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
      await passGate(tx, {
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
    const present = await lockFlow(tx, id);
    const { row } = await findVersion(tx, id, versionId);
    const { row: newest } = await findVersion(tx, id, present.newestVersionId);
    await saveDraft(tx, present, { newest, flow: row.content });
    await tx.audit('flows.restored', id, { versionId, number: row.number });
    return getFlow(tx, id);
  });

type Query = RequestOf<(typeof flows.endpoints)['versions']>['query'];

/** Lists the versions of a flow, newest first. The cursor is the number of the last one. Throws `flows.not_found`. */
export const listVersions = (ctx: AnyCtx, id: string, { cursor, limit }: Query) =>
  ctx.tx(async (tx) => {
    const flow = await findFlow(tx, id);
    const { rows, ...page } = await readNumbered({
      ...{ cursor, limit },
      list: (at) => versionRepository.list(tx.db, id, at),
      count: () => versionRepository.count(tx.db, id),
      toVersionNumber: ({ number }) => number,
    });
    return { ...page, items: rows.map((version) => presentVersionLine(flow, version)) };
  });

/** Throws `flows.not_found` and `flows.version_not_found`. */
export const getVersion = (ctx: AnyCtx, id: string, versionId: string) =>
  ctx.tx(async (tx) => presentVersion(await findFlow(tx, id), await findVersion(tx, id, versionId)));

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
