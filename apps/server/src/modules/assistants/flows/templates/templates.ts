import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowTemplate, FlowTemplateDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { defaultAgentSteps } from '@atelier/flows/agent';
import { findPiece } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import { readContent } from '../content.ts';
import { dataTemplates } from './data-templates.ts';
import { mailTemplates } from './mail-templates.ts';
import { peopleTemplates } from './people-templates.ts';
import { buildFlow, startBy, type Template } from './template.ts';

/** The first and the last step of a flow for an agent or a worker (FLOW-07, FLOW-08). */
const agentTemplate: Template = {
  templateId: 'tpl_agent_flow',
  displayName: 'Do the work of a worker',
  description:
    'The input of a worker’s record, and the step that makes a text its result. Add your own steps between them.',
  category: 'Workers',
  content: buildFlow(
    'Do the work of a worker',
    startBy('webhook.catch_webhook', 'A record'),
    defaultAgentSteps().map(({ name, displayName, settings, errors }) => ({
      ...{ name, displayName, type: 'PIECE' },
      settings: { ...settings, errorHandlingOptions: errors },
    })),
  ),
};

const [first, ...others] = peopleTemplates;

/** The templates that come with the product, the simplest first. */
const templates: readonly Template[] = [
  ...(first ? [first] : []),
  ...mailTemplates,
  ...dataTemplates,
  ...others,
  agentTemplate,
];

/** Lists the pieces in the picture of a flow: that of its trigger, and then of each step in the order in which it is written. */
const listPictureParts = ({ triggers, steps }: Flow): string[] => [
  ...triggers.flatMap(({ settings }) => settings?.pieceName ?? []),
  ...Object.values(steps).map((step) => (step.type === 'PIECE' ? step.settings.pieceName : step.type)),
];

const describe = ({ content, ...line }: Template): FlowTemplate => {
  const picture = listPictureParts(readContent(content));
  const pieces = [...new Set(picture)].filter((name) => findPiece(name) !== undefined);
  const needs = pieces.flatMap((name) => {
    const connection = findPiece(name)?.connection;
    return connection?.isRequired ? [connection.title] : [];
  });
  return { ...line, pieces, picture, needs };
};

export const listTemplates = (): FlowTemplate[] => templates.map(describe);

/** Throws `flows.template_not_found`. */
export const getTemplate = (id: string): FlowTemplateDetails => {
  const template = templates.find(({ templateId }) => templateId === id) ?? fail('flows.template_not_found');
  return { ...describe(template), content: template.content };
};
