import { defaultAgentSteps } from '@atelier/flows/agent';
import { flowOf, startBy, type Template } from './template.ts';

/** The first and the last step of a flow for an agent or a worker (FLOW-07, FLOW-08). */
export const agentTemplate: Template = {
  templateId: 'tpl_agent_flow',
  displayName: 'Do the work of a worker',
  description:
    'The input of a worker’s record, and the step that makes a text its result. Add your own steps between them.',
  category: 'Workers',
  content: flowOf(
    'Do the work of a worker',
    startBy('webhook.catch_webhook', 'A record'),
    defaultAgentSteps().map(({ name, displayName, settings, errors }) => ({
      ...{ name, displayName, type: 'PIECE' },
      settings: { ...settings, errorHandlingOptions: errors },
    })),
  ),
};
