import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { requiredText, tenantQuery } from '../../kernel/shapes.ts';
import { flowErrors } from './flow-errors.ts';
import { FlowContent, FlowProblem, flowParams } from './flow-shapes.ts';

export const longestSentence = 2000;

const Proposed = z.object({
  content: FlowContent,
  /** The settings that are missing before the flow can be published, such as connections. */
  problems: z.array(FlowProblem),
});

/** Flows, and changes of flows, that a model proposes for a sentence. Nothing is stored and nothing is run. */
export const flowProposals = defineContract({
  name: 'flowProposals',
  errors: {
    'flows.not_found': flowErrors['flows.not_found'],
    'flows.version_not_found': flowErrors['flows.version_not_found'],
    'flows.no_writing_model': {
      kind: 'precondition',
      message:
        'The company has no chat model that writes: the built-in one only quotes. Please add a provider under Models first.',
    },
    'flows.proposal_unusable': {
      kind: 'upstream',
      message:
        'The model proposed nothing that can be built. Please say more exactly what starts the flow and what happens then, or choose another model.',
    },
    'flows.change_unusable': {
      kind: 'upstream',
      message:
        'The model proposed no change that fits this flow. Please name the steps that you mean, or choose another model.',
    },
    'flows.too_large_to_describe': {
      kind: 'precondition',
      message: 'This flow is too large for a model to read as a whole. Please change it by hand.',
    },
  },
  endpoints: {
    propose: {
      method: 'POST',
      path: '/api/orchestrator/flow-proposals',
      summary: 'Propose a flow that does what a sentence says',
      access: { allow: 'flows:write' },
      rate: 'chat',
      body: z.object({
        ...tenantQuery,
        sentence: requiredText(longestSentence, 'Please describe what should happen'),
      }),
      unaudited: 'It changes no flow. What the model costs is recorded as usage.',
      reply: Proposed,
    },
    proposeChange: {
      method: 'POST',
      path: '/api/orchestrator/flows/:id/change-proposals',
      summary: 'Propose a change of the newest version of a flow, as a sentence says',
      access: { allow: 'flows:write' },
      rate: 'chat',
      params: flowParams,
      body: z.object({
        ...tenantQuery,
        sentence: requiredText(longestSentence, 'Please describe what should change'),
      }),
      unaudited: 'It changes no flow. What the model costs is recorded as usage.',
      reply: Proposed,
    },
  },
});
