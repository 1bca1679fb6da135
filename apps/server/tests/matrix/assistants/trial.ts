import { trial } from '@atelier/contracts/assistants/chat/trial';
import { matrixOf } from '../matrix.ts';

export const trialMatrix = matrixOf(trial, {
  tryApp: { naming: ({ appId }) => ({ body: { appId, query: 'leave?' } }) },
});
