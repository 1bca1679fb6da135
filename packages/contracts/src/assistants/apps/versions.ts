import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { App } from '../apps.ts';

/** A setting that differs between two versions, in words. A value is null where a version has none. */
export const SettingChange = z.object({
  /** The path of the setting: `model.temp`. */
  setting: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type SettingChange = z.infer<typeof SettingChange>;

/** The settings that an app had from one change to the next. */
export const AppVersion = z.object({
  version: z.number().int(),
  createdAt: Timestamp,
  /** Null for versions that the product itself made, and for users who are gone. */
  createdBy: z.object({ userId: z.string(), name: z.string() }).nullable(),
  isCurrent: z.boolean(),
  /** The labels of what differs from the version before it that is kept; null for the oldest. */
  changed: z.array(z.string()).nullable(),
});
export type AppVersion = z.infer<typeof AppVersion>;

const place = z.object({ id: lookupId, version: z.coerce.number().int().min(1).max(1_000_000_000) });

/** The versions of the settings of an app (APP-33). */
export const appVersions = defineContract({
  name: 'app-versions',
  alsoFails: ['apps.knowledge_base_off', 'apps.not_found'],
  errors: {
    'apps.version_not_found': {
      kind: 'not_found',
      message: 'This version does not exist any more. Please choose another one.',
    },
    'apps.version_in_use': {
      kind: 'conflict',
      message: 'This version is in use. Go back to another one before you delete it.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/content/app-versions/:id',
      summary: 'List the versions of the settings of an app, newest first',
      access: { allow: 'apps:write' },
      params: z.object({ id: lookupId }),
      query: z.object({ ...pageQuery, ...tenantQuery }),
      reply: pageSchemaFor(AppVersion),
    },
    compare: {
      method: 'GET',
      path: '/api/content/app-versions/:id/:version',
      summary: 'Read what differs between a version and the present settings',
      access: { allow: 'apps:write' },
      params: place,
      query: z.object(tenantQuery),
      reply: z.object({ version: z.number().int(), changes: z.array(SettingChange) }),
    },
    revert: {
      method: 'PUT',
      path: '/api/content/revert-app-settings',
      summary: 'Go back to an earlier version of the settings (APP-50)',
      access: { allow: 'apps:write' },
      body: z.object({ appId: lookupId, version: place.shape.version, ...tenantQuery }),
      reply: App,
    },
    remove: {
      method: 'DELETE',
      path: '/api/content/app-versions/:id/:version',
      summary: 'Delete a version of the settings (IMPORT-44)',
      access: { allow: 'apps:write' },
      params: place,
      query: z.object(tenantQuery),
      reply: Done,
    },
  },
});
