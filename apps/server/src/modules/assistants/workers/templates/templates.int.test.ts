import { workers } from '@atelier/contracts/assistants/workers/workers';
import { isObject } from '@atelier/contracts/fields/field-values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../../../../tests/fakes/scripted-model.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../tests/worker-bed.ts';
import type { Template } from './template.ts';
import { templateCategories, templates } from './templates.ts';

let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const said = ({ sampleOutput }: Template): string =>
  typeof sampleOutput === 'string' ? sampleOutput : JSON.stringify(sampleOutput);

/** Each agent that works for the leader gets the input first. */
const asCrew = (template: Template): Script => {
  return ({ tools, turn, messages }) => {
    const delegate = tools.find(({ function: { name } }) => name === 'delegate_task');
    if (!delegate) return { text: `Part of it: ${String(messages.at(-1)?.content).slice(0, 50)}` };
    if (turn > 0) return { text: said(template) };
    const members = JSON.stringify(delegate.function.parameters).match(/"enum":\s*(\[[^\]]*\])/)?.[1];
    return {
      calls: (JSON.parse(members ?? '[]') as string[]).map((member) => [
        'delegate_task',
        { member, task: 'Your part.' },
      ]),
    };
  };
};

/** A flow asks for a label in its first step, or for data. */
const asFlow = (template: Template): Script => {
  const output = isObject(template.sampleOutput) ? template.sampleOutput : {};
  return ({ messages }) =>
    JSON.stringify(messages).includes('Choose the one label')
      ? { text: JSON.stringify(output['team']).slice(1, -1) }
      : { text: JSON.stringify(output) };
};

const scriptOf = (template: Template): Script => {
  if (template.target.kind === 'CREW') return asCrew(template);
  return template.target.kind === 'FLOW' ? asFlow(template) : () => ({ text: said(template) });
};

describe('the templates of workers', () => {
  it('are at least fifteen in categories, each complete and with a name of its own', {
    tags: ['WORKER-05'],
  }, () => {
    expect(templates.length).toBeGreaterThanOrEqual(15);
    expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length);
    expect(new Set(templates.map(({ templateId }) => templateId)).size).toBe(templates.length);
    const categories = templateCategories.map(({ categoryId }) => categoryId);
    for (const { categoryId, steps, sampleData, description } of templates) {
      expect(categories).toContain(categoryId);
      expect(steps.length).toBeGreaterThan(2);
      expect(sampleData[0]?.input.length).toBeGreaterThan(80);
      expect(description).toMatch(/\.$/);
    }
  });

  it.each(templates.map((template) => [template.name, template] as const))(
    '%s runs from its sample to its output',
    async (_name, template) => {
      bed.say(scriptOf(template));
      const settings = { name: uniqueName(template.name), template: template.templateId };
      const { workerId, target } = await bed.deploy({ ...settings, approval: 'NEVER' });
      expect(target.kind).toBe(template.target.kind);
      const details = await bed.client.call(workers.endpoints.template, {
        params: { id: template.templateId },
      });
      expect(details.sampleOutput).toEqual(template.sampleOutput);
      const record = await bed.ended(await bed.trigger(workerId, details.sampleData[0]?.input ?? ''));
      expect(record).toMatchObject({ status: 'COMPLETED', cause: null });
      const { sampleOutput } = template;
      expect(isObject(sampleOutput) ? record.outputData : record.outputText).toEqual(sampleOutput);
      const delivered = template.outputs.filter(({ kind }) => kind !== 'KEEP');
      expect(record.activities.filter(({ element }) => element === 'OUTPUT')).toHaveLength(delivered.length);
    },
  );
});
