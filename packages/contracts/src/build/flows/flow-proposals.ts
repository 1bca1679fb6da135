import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { requiredText, tenantQuery } from '../../kernel/shapes.ts';
import { FlowContent, FlowProblem } from './flow-shapes.ts';

export const longestSentence = 2000;

/** Flows that a model proposes for a sentence. Nothing is stored and nothing is run. */
export const flowProposals = defineContract({
  name: 'flowProposals',
  errors: {
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
      reply: z.object({
        content: FlowContent,
        /** What is left to be filled in before the flow can be published, such as connections. */
        problems: z.array(FlowProblem),
      }),
    },
  },
});
