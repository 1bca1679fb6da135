import type {
  WorkerTemplate,
  WorkerTemplateCategory,
  WorkerTemplateDetails,
} from '@atelier/contracts/assistants/workers/worker-templates';
import { isObject } from '@atelier/contracts/fields/field-values';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Template, TemplateAgent } from './template.ts';
import { findTemplate, templateCategories, templates } from './templates.ts';

const present = ({ target, queue, outputs, ...template }: Template): WorkerTemplate => ({
  templateId: template.templateId,
  name: template.name,
  description: template.description,
  categoryId: template.categoryId,
  icon: template.icon,
  runs: target.kind,
  inputKinds: [...(template.readsMail ? ['MAIL'] : []), ...queue.map(({ kind }) => kind)],
  outputKinds: outputs.map(({ kind }) => kind),
  readsMail: template.readsMail === true,
});

const listAgents = ({ target }: Template): readonly TemplateAgent[] => {
  if (target.kind === 'FLOW') return [];
  return target.kind === 'AGENT' ? [target.agent] : target.agents;
};

const fieldsOf = ({ sampleOutput }: Template): string[] =>
  isObject(sampleOutput) ? Object.keys(sampleOutput) : [];

const isAbout = ({ name, description }: Template, search: string): boolean =>
  `${name} ${description}`.toLowerCase().includes(search.toLowerCase());

/** Lists the templates of a category, or all, whose name or description has the text. */
export const listTemplates = ({
  categoryId,
  search = '',
}: {
  categoryId?: string | undefined;
  search?: string | undefined;
}): WorkerTemplate[] =>
  templates
    .filter((each) => categoryId === undefined || each.categoryId === categoryId)
    .filter((each) => isAbout(each, search))
    .map(present);

/** Lists the categories that have templates. */
export const listCategories = (): WorkerTemplateCategory[] =>
  templateCategories
    .map((category) => ({
      ...category,
      templates: templates.filter(({ categoryId }) => categoryId === category.categoryId).length,
    }))
    .filter((category) => category.templates > 0);

/** Reads a template. Throws `workers.template_not_found`. */
export const getTemplate = (id: string): WorkerTemplateDetails => {
  const template = findTemplate(id) ?? fail('workers.template_not_found');
  return {
    ...present(template),
    needs: [...template.needs],
    steps: [...template.steps],
    instructions: template.instructions,
    agents: listAgents(template).map(({ name, description, instructions }) => ({
      name,
      description,
      instructions,
    })),
    approval: template.approval,
    queue: [...template.queue],
    outputs: [...template.outputs],
    fields: fieldsOf(template),
    sampleData: [...template.sampleData],
    sampleOutput: template.sampleOutput,
  };
};
