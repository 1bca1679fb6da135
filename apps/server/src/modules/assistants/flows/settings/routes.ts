import { flowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { countRemoval, readSettings, saveSettings } from './save-settings.ts';

export const flowSettingsRoutes = defineRoutes(flowSettings, {
  get: (ctx, { params }) => readSettings(ctx, params.id),
  removal: (ctx, { params, query }) => countRemoval(ctx, params.id, query.days),
  put: (ctx, { params, body }) => saveSettings(ctx, params.id, body),
});
