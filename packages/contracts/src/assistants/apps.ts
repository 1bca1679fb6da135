import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { edited, Revision } from '../kernel/revisions.ts';
import {
  Abilities,
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  Timestamp,
  tenantQuery,
} from '../kernel/shapes.ts';
import {
  AutomaticChoice,
  AutomaticQuery,
  AutomaticSettings,
  Configuration,
  OrchestrationChoice,
} from './apps/answering.ts';
import { appErrors } from './apps/app-errors.ts';
import { AppAccess, AppSettings, ChatTheme } from './apps/app-settings.ts';

/** PROCESSING until what the app answers from is ready for the first time, then READY for good (APP-07). */
export const AppState = z.enum(['PROCESSING', 'READY']);

export const App = AppSettings.extend({
  configuration: Configuration,
  appId: z.string(),
  tenantId: z.string(),
  state: AppState,
  /** True while the link is on; the link of a deactivated app shows `Not Available`. */
  active: z.boolean(),
  knowledgeBases: z.array(z.object({ knowledgeBaseId: z.string(), name: z.string() })),
  /** The thing behind `answererId`; null where there is none, or where the reader may not see it. */
  answerer: z.object({ answererId: z.string(), name: z.string() }).nullable(),
  shareUrl: z.string(),
  /** The addresses of the pictures; null where there is none. */
  botIcon: z.string().nullable(),
  botLogo: z.string().nullable(),
  conversations: z.number().int(),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type App = z.infer<typeof App>;

const appParams = z.object({ id: lookupId });
/** Any part of the settings; settings that are left out stay unchanged. An empty `themeName` is ignored (APP-09). */
const AppChange = z.object({
  ...edited,
  appId: lookupId,
  active: z.boolean().optional(),
  /** True to store the change although its test questions were answered worse; only an owner may do that. */
  overrideGate: z.boolean().optional(),
  ...(Object.fromEntries(
    Object.entries(AppSettings.shape).map(([key, schema]) => [key, unwrapped(schema).optional()]),
  ) as Partialised),
  themeName: z.preprocess((value) => (value === '' ? undefined : value), ChatTheme.optional()),
});
/** The settings of a change, without the app that it changes. */
export const AppSettingsChange = AppChange.omit({
  appId: true,
  active: true,
  overrideGate: true,
  revision: true,
});
type Partialised = { [K in keyof typeof AppSettings.shape]: z.ZodOptional<(typeof AppSettings.shape)[K]> };
function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? (schema.unwrap() as z.ZodType)
    : schema;
}

export const apps = defineContract({
  name: 'apps',
  alsoFails: [
    'apps.image_not_found',
    'billing.plan_limit',
    'evaluation.gate_untested',
    'evaluation.gate_worse',
  ],
  errors: appErrors,
  endpoints: {
    create: {
      method: 'POST',
      path: '/api/content/manage-app',
      summary: 'Create an app (APP-42)',
      access: { allow: 'apps:write' },
      body: AppSettings,
      reply: App,
    },
    update: {
      method: 'PUT',
      path: '/api/content/manage-app',
      summary: 'Change an app (APP-43)',
      access: { allow: 'apps:write' },
      body: AppChange,
      reply: App,
    },
    get: {
      method: 'GET',
      path: '/api/content/manage-app/:id',
      summary: 'Read an app (APP-44)',
      access: { allow: 'apps:read' },
      params: appParams,
      query: z.object(tenantQuery),
      reply: App,
    },
    list: {
      method: 'GET',
      path: '/api/content/apps',
      summary: 'List apps (APP-47)',
      access: { allow: 'apps:read' },
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        access: AppAccess.optional(),
        active: z.stringbool().optional(),
        sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(App),
    },
    automatic: {
      method: 'GET',
      path: '/api/content/automatic-app-settings',
      summary: 'Read the settings of an automatic configuration with their reasons (APP-19)',
      access: { allow: 'apps:read' },
      query: AutomaticQuery,
      reply: z.object({ settings: AutomaticSettings, choices: z.array(AutomaticChoice) }),
    },
    orchestrations: {
      method: 'GET',
      path: '/api/content/app-orchestrations',
      summary: 'List what can answer an app, with what is missing for the rest (APP-05)',
      access: { allow: 'apps:read' },
      reply: z.object({ orchestrations: z.array(OrchestrationChoice) }),
    },
    remove: {
      method: 'DELETE',
      path: '/api/content/app/:id',
      summary: 'Delete an app with its conversations (APP-46)',
      access: { allow: 'apps:write' },
      params: appParams,
      query: z.object(tenantQuery),
      reply: Done,
    },
    removeByBody: {
      method: 'DELETE',
      path: '/api/content/manage-app',
      summary: 'Delete an app with its conversations (APP-45)',
      access: { allow: 'apps:write' },
      body: z.object({ appId: lookupId }),
      reply: Done,
    },
  },
});
