import { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { readMonitoring, startMonitoring, stopMonitoring } from './service/find-subjects.ts';
import { listSubjects, readDashboard, readTopics } from './service/read-figures.ts';

export const monitoringRoutes = defineRoutes(monitoring, {
  subjects: (ctx, { query }) => listSubjects(ctx, query),
  dashboard: (ctx, { query }) => readDashboard(ctx, query),
  topics: (ctx, { query }) => readTopics(ctx, query),
  state: (ctx, { params }) => readMonitoring(ctx, params.id),
  start: (ctx, { params }) => startMonitoring(ctx, params.id),
  stop: (ctx, { params }) => stopMonitoring(ctx, params.id),
});
