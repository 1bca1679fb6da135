import { guardrails } from '@atelier/contracts/build/guardrails';
import { matrixOf } from '../matrix.ts';

export const guardrailsMatrix = matrixOf(guardrails, {
  parameters: { plain: 'is the same for every company' },
});
