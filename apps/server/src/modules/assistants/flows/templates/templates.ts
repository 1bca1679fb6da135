import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowTemplate, FlowTemplateDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { findPiece } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import { readContent } from '../content.ts';
import { agentTemplate } from './agent-template.ts';
import { dataTemplates } from './data-templates.ts';
import { mailTemplates } from './mail-templates.ts';
import { peopleTemplates } from './people-templates.ts';
import type { Template } from './template.ts';

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
const pictureOf = ({ triggers, steps }: Flow): string[] => [
  ...triggers.flatMap(({ settings }) => settings?.pieceName ?? []),
  ...Object.values(steps).map((step) => (step.type === 'PIECE' ? step.settings.pieceName : step.type)),
];

const describe = ({ content, ...line }: Template): FlowTemplate => {
  const picture = pictureOf(readContent(content));
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
