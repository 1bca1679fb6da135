import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { defineModule, handleJob, subscribe } from '../../../kernel/module/module.ts';
import { bearerKinds } from '../../../kernel/module/principal.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { connectionUses } from '../../content/connections/index.ts';
import { answererPoint } from '../apps/index.ts';
import { approvalKinds } from '../runs/declarations.ts';
import { flowAnswerer } from './answering/flow-answerer.ts';
import { keyOfRun } from './engine/key/open-by-key.ts';
import { flowEntity } from './flow-entity.ts';
import { productEvent, startByEvent } from './product-events/start-by-event.ts';
import {
  flowProposalRoutes,
  flowRoutes,
  flowRunRoutes,
  flowSettingsRoutes,
  pieceRoutes,
  schedulerRoutes,
} from './routes.ts';
import { flowApprovals } from './runs/change-run.ts';
import { flowBranch, flowRefusal, flowRun } from './runs/flow-runs.ts';
import { flowsUsing } from './service/remove-flow.ts';
import { fireJob, pollJob } from './triggers/arm-triggers.ts';
import { fireSchedule } from './triggers/fire-schedule.ts';
import { pollSource } from './triggers/poll-source.ts';
import { flowWebhookRoutes } from './webhooks/routes.ts';

export const flowsModule = defineModule({
  name: 'flows',
  routes: [
    ...[flowRoutes, flowSettingsRoutes, flowRunRoutes, flowProposalRoutes],
    ...[pieceRoutes, flowWebhookRoutes, schedulerRoutes],
  ],
  runs: [flowRun, flowBranch, flowRefusal],
  jobs: [handleJob(fireJob, fireSchedule), handleJob(pollJob, pollSource)],
  subscribers: [subscribe(productEvent, startByEvent)],
  extends: [
    extend(entityKinds, flowEntity),
    extend(answererPoint, flowAnswerer),
    extend(approvalKinds, flowApprovals),
    extend(connectionUses, flowsUsing),
    extend(bearerKinds, keyOfRun),
  ],
});
