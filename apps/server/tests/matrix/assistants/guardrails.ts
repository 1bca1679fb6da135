import { guardrails } from '@atelier/contracts/assistants/guardrails';
import { matrixOf } from '../matrix.ts';

export const guardrailsMatrix = matrixOf(guardrails, {
  parameters: { plain: 'is the same for every company' },
});
