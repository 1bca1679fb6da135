import { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import { matrixOf } from '../matrix.ts';

export const monitoringMatrix = matrixOf(monitoring, {
  subjects: { plain: 'it lists the own things' },
  dashboard: { naming: ({ appId }) => ({ query: { subjectId: appId } }) },
  topics: { naming: ({ appId }) => ({ query: { appId } }) },
  state: { naming: ({ appId }) => ({ params: { id: appId } }) },
  start: { naming: ({ appId }) => ({ params: { id: appId } }) },
  stop: { naming: ({ appId }) => ({ params: { id: appId } }) },
});
