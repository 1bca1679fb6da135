import { apps } from '@atelier/contracts/assistants/apps';
import { appLook } from '@atelier/contracts/assistants/apps/look';
import { appVersions } from '@atelier/contracts/assistants/apps/versions';
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
  orchestrations: { plain: 'it lists what the own company can choose' },
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

/** An upload that would be accepted for an app of one's own. */
const png = (): FormData => {
  const form = new FormData();
  form.append(
    'file',
    new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]),
    'icon.png',
  );
  return form;
};

export const appLookMatrix = matrixOf(appLook, {
  setIcon: { naming: ({ appId }) => ({ params: { id: appId }, form: png() }) },
  setLogo: { naming: ({ appId }) => ({ params: { id: appId }, form: png() }) },
});
