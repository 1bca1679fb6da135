import { runRetention } from '@atelier/contracts/assistants/runs/run-retention';
import { runs } from '@atelier/contracts/assistants/runs/runs';
import { answered, defineRoutes } from '../../../kernel/module/module.ts';
import { cancelRunByHand, replayRunByHand, retryRunByHand } from './service/change-run.ts';
import {
  countRetention,
  listRunKinds,
  listRuns,
  readRetention,
  saveRetention,
  seesRunAsBefore,
  watchRuns,
} from './service/list-runs.ts';
import { getRun, listRunSteps, readRunText } from './service/read-run.ts';

export const runRoutes = defineRoutes(runs, {
  list: (ctx, { query }) => listRuns(ctx, query),
  kinds: async (ctx) => ({ kinds: listRunKinds(ctx) }),
  get: (ctx, { params }) => getRun(ctx, params.runId),
  steps: (ctx, { params, query }) => listRunSteps(ctx, params.runId, query),
  text: (ctx, { params, query }) => readRunText(ctx, params.runId, query),
  events: async (ctx, { query }, exchange) => {
    exchange.holdStream(ctx.tenantId, (asker) => seesRunAsBefore(ctx, asker, query.runId));
    let close: () => void = () => {};
    await watchRuns(ctx, query.runId, () => {
      const sink = exchange.openEvents();
      close = () => sink.close();
      return {
        signal: exchange.signal,
        sendChange: () => sink.send('changed', { at: ctx.now().toISOString() }),
      };
    }).finally(() => close());
    return answered;
  },
  cancel: (ctx, { params }) => cancelRunByHand(ctx, params.runId),
  retry: (ctx, { params }) => retryRunByHand(ctx, params.runId),
  replay: (ctx, { params, body }) => replayRunByHand(ctx, params.runId, body),
});

export const retentionRoutes = defineRoutes(runRetention, {
  get: (ctx) => readRetention(ctx),
  removal: (ctx, { query }) => countRetention(ctx, query.days),
  put: (ctx, { body }) => saveRetention(ctx, body.days),
});
