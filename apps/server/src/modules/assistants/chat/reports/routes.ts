import { reports } from '@atelier/contracts/assistants/chat/reports';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { getAppReports, getReportFilter } from './read-reports.ts';

export const reportRoutes = defineRoutes(reports, {
  appReports: (ctx, { query }) => getAppReports(ctx, query),
  filter: (ctx, { query }) => getReportFilter(ctx, query),
});
