import { defaultAgentSteps } from '@atelier/flows/agent';
import { flowOf, startBy, step, type Template } from './template.ts';

/** What a flow for an agent or a worker begins and ends with (FLOW-07, FLOW-08). */
export const agentTemplate: Template = {
  templateId: 'tpl_agent_flow',
  displayName: 'Do the work of a worker',
  description:
    'The input of a worker’s record, and the step that makes a text its result. Add your own steps between them.',
  category: 'Workers',
  content: flowOf(
    'Do the work of a worker',
    startBy('webhook.catch_webhook', 'A record'),
    defaultAgentSteps().map(({ name, displayName, settings }) => {
      const { pieceName, actionName, pieceVersion, input } = settings;
      const made = step(name, `${pieceName}.${actionName}`, displayName, input);
      return { ...made, settings: { ...Object(made['settings']), pieceVersion } };
    }),
  ),
};
