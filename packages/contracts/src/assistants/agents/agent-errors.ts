import type { ErrorDeclaration } from '../../kernel/contract.ts';
import { changedMeanwhile } from '../../kernel/revisions.ts';

/** The refusals of calls that make, change, publish and delete agents. */
export const agentErrors = {
  'agents.not_found': { kind: 'not_found', message: 'This agent does not exist.' },
  'agents.name_taken': {
    kind: 'conflict',
    message: 'An agent or a crew with this name exists already. Please choose another name.',
  },
  'agents.version_not_found': {
    kind: 'not_found',
    message: 'This version of the agent does not exist any more. Please choose another one.',
  },
  'agents.changed_meanwhile': changedMeanwhile('this agent'),
  'agents.not_published': {
    kind: 'conflict',
    message: 'This agent has not been published yet. Please publish it first.',
  },
  'agents.in_crew': {
    kind: 'conflict',
    message:
      'This agent belongs to a crew, which the details name. Take it out of the crew first, or delete it by force.',
  },
  'agents.incomplete': {
    kind: 'invalid',
    message: 'The agent cannot be published yet. The details name each setting that has to be corrected.',
  },
  'agents.inactive': {
    kind: 'conflict',
    message: 'This agent is switched off. Its owner can switch it on.',
  },
  'agents.tool_not_found': {
    kind: 'invalid',
    message: 'One of the tools or MCP servers does not exist any more. Please choose the tools again.',
  },
  'agents.link_not_found': {
    kind: 'invalid',
    message:
      'One of the knowledge bases, apps, flows or agents does not exist, or you may not see it. Please choose again.',
  },
  'agents.circle': {
    kind: 'invalid',
    message:
      'The agents, apps and flows would hand work to each other in a circle. Please remove one of them.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
