import { apps } from '@atelier/contracts/build/apps';
import { appVersions } from '@atelier/contracts/build/apps/versions';
import { matrixOf } from '../matrix.ts';

export const appsMatrix = matrixOf(apps, {
  create: {
    naming: ({ knowledgeBaseId }) => ({ body: { name: 'On theirs', knowledgeBaseIds: [knowledgeBaseId] } }),
    refusal: [400],
  },
  update: { naming: ({ appId }) => ({ body: { appId, name: 'Taken over' } }) },
  get: { naming: ({ appId }) => ({ params: { id: appId } }) },
  list: { plain: 'it lists the own apps' },
  automatic: {
    naming: ({ knowledgeBaseId }) => ({ query: { knowledgeBaseIds: knowledgeBaseId } }),
    refusal: [400],
  },
  orchestrations: { plain: 'it is the same for every company' },
  remove: { naming: ({ appId }) => ({ params: { id: appId } }) },
  removeByBody: { naming: ({ appId }) => ({ body: { appId } }) },
});

const firstVersion = { version: 1 };

export const appVersionsMatrix = matrixOf(appVersions, {
  list: { naming: ({ appId }) => ({ params: { id: appId } }) },
  compare: { naming: ({ appId }) => ({ params: { id: appId, ...firstVersion } }) },
  revert: { naming: ({ appId }) => ({ body: { appId, ...firstVersion } }) },
  remove: { naming: ({ appId }) => ({ params: { id: appId, ...firstVersion } }) },
});
