import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, tenantQuery } from '../../kernel/shapes.ts';

const figures = {
  questions: z.number().int(),
  /** Completed replies that are an answer, and those that are not. */
  answered: z.number().int(),
  unanswered: z.number().int(),
  failed: z.number().int(),
  likes: z.number().int(),
  dislikes: z.number().int(),
  credits: z.number(),
};

/** The questions to one app in a period, and the quality of its answers. */
export const AppReport = z.object({
  appId: z.string(),
  appName: z.string(),
  ...figures,
  conversations: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** The time that half of the completed answers took at most; null where there is none. */
  medianMs: z.number().int().nullable(),
});
export type AppReport = z.infer<typeof AppReport>;

const DayOfReport = z.object({ day: z.iso.date(), ...figures });

const mostDays = 366;
const dayMs = 86_400_000;

/** The reports of apps. Those who build no apps see their own questions only, as in the history. */
export const reports = defineContract({
  name: 'reports',
  alsoFails: ['history.app_not_found'],
  errors: {},
  endpoints: {
    appReports: {
      method: 'GET',
      path: '/api/content/app-reports',
      summary: 'Read how much each app was asked in a period, and how well it answered (APP-51)',
      access: { allow: 'apps:read' },
      /** Left out, the period is the last 30 days. Both days are inclusive. */
      query: z
        .object({
          ...tenantQuery,
          appId: lookupId.optional(),
          from: z.iso.date().optional(),
          to: z.iso.date().optional(),
        })
        .refine(
          ({ from, to }) =>
            from === undefined || to === undefined || (Date.parse(to) - Date.parse(from)) / dayMs < mostDays,
          { path: ['to'], message: `Please choose at most ${mostDays} days` },
        ),
      reply: z.object({
        from: z.iso.date(),
        to: z.iso.date(),
        /** The visible apps, those with the most questions first. */
        apps: z.array(AppReport),
        /** The days on which a question was asked, oldest first. */
        days: z.array(DayOfReport),
      }),
    },
    filter: {
      method: 'GET',
      path: '/api/content/app-reports/filter',
      summary: 'Read what reports can be filtered by: the apps and the days with questions (APP-52)',
      access: { allow: 'apps:read' },
      /** With `appId`, the days are those on which this app was asked. */
      query: z.object({ ...tenantQuery, appId: lookupId.optional() }),
      reply: z.object({
        apps: z.array(z.object({ appId: z.string(), name: z.string() })),
        /** The days of the first and the last question; null where there is none. */
        firstDay: z.iso.date().nullable(),
        lastDay: z.iso.date().nullable(),
      }),
    },
  },
});
export type AppReports = z.infer<(typeof reports)['endpoints']['appReports']['reply']>;
