import { trial } from '@atelier/contracts/build/chat/trial';
import { matrixOf } from '../matrix.ts';

export const trialMatrix = matrixOf(trial, {
  tryApp: { naming: ({ appId }) => ({ body: { appId, query: 'leave?' } }) },
});
