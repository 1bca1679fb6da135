import { appVersions } from '@atelier/contracts/assistants/apps/versions';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { compareVersion, listVersions } from './service/read-versions.ts';
import { removeVersion } from './service/remove-version.ts';
import { revertSettings } from './service/revert-settings.ts';

export const versionRoutes = defineRoutes(appVersions, {
  list: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  compare: (ctx, { params }) => compareVersion(ctx, params.id, params.version),
  revert: (ctx, { body }) => revertSettings(ctx, body),
  remove: async (ctx, { params }) => {
    await removeVersion(ctx, params.id, params.version);
    return done;
  },
});
