import { VisitorLimits } from '@atelier/contracts/assistants/apps/app-settings';
import type { NewWorker, Worker, WorkerSettings } from '@atelier/contracts/assistants/workers/worker-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { toAuthor } from '../../../../kernel/context/actor.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { publishObject } from '../../../../kernel/http/public-objects.ts';
import { workerRepository } from '../repository.ts';
import { checkTarget, chosenTarget, type Target } from '../targets.ts';
import type { Template } from '../templates/template.ts';
import { findTemplate } from '../templates/templates.ts';
import { makeTarget } from './make-target.ts';
import { getWorker } from './reads.ts';
import { readyOutputs, saveQueue } from './save-queue.ts';

const findTemplateFor = ({ template }: NewWorker): Template | undefined =>
  template ? (findTemplate(template) ?? fail('workers.template_not_found')) : undefined;

/** The settings of a worker without a template. */
const plain = {
  ...{ description: '', instructions: '', approval: 'NEVER' as const },
  ...{ queue: [{ kind: 'API' as const }], outputs: [], sampleData: [] },
};

/** Settings that are left out come from the template. */
const buildSettings = (given: NewWorker, template: Template | undefined): WorkerSettings => {
  const brought = template ?? plain;
  return {
    name: given.name,
    description: given.description ?? brought.description,
    instructions: given.instructions ?? brought.instructions,
    queue: given.queue ?? [...brought.queue],
    outputs: given.outputs ?? [...brought.outputs],
    approval: given.approval ?? brought.approval,
    access: given.access ?? 'PRIVATE',
    visitorLimits: given.visitorLimits ?? VisitorLimits.parse({}),
    keepDays: given.keepDays ?? null,
    sampleData: given.sampleData ?? [...brought.sampleData],
  };
};

const chooseTarget = async (ctx: Ctx, given: NewWorker, template: Template | undefined): Promise<Target> => {
  const chosen = chosenTarget(given);
  if (chosen) return chosen;
  if (!template) return fail('workers.one_target');
  return makeTarget(ctx, template.target, { workerName: given.name, access: given.access ?? 'PRIVATE' });
};

/**
 * Deploys a worker. Throws `workers.template_not_found`, `workers.one_target`, `workers.target_not_found`, `workers.name_taken` and what
 * `makeTarget` and `readyOutputs` throw.
 */
export const deployWorker = async (ctx: Ctx, given: NewWorker): Promise<Worker> => {
  const template = findTemplateFor(given);
  const { queue, ...settings } = buildSettings(given, template);
  await ctx.tx(async ({ db }) => {
    if (await workerRepository.isNameTaken(db, settings.name)) fail('workers.name_taken');
  });
  const target = await chooseTarget(ctx, given, template);
  return ctx.tx(async (tx) => {
    await checkTarget(tx, target);
    const id = newId('wrk');
    const outputs = await readyOutputs(tx, id, settings.outputs);
    await workerRepository.insert(tx.db, {
      ...{ id, ...settings, outputs, templateId: template?.templateId ?? null },
      ...{ targetKind: target.kind, targetId: target.id, createdBy: toAuthor(tx) },
    });
    await saveQueue(tx, id, queue);
    await publishObject(tx, { id, kind: 'WORKER', frameSites: [] });
    await tx.audit('workers.deployed', id, { name: settings.name, template: template?.templateId ?? null });
    return getWorker(tx, id);
  });
};
