import { Orchestration, type OrchestrationChoice } from '@atelier/contracts/assistants/apps/answering';
import type { z } from 'zod';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { answererFor } from '../answerers.ts';

/** Lists what can answer an app, and what is missing where nothing can be chosen yet. */
export const listOrchestrations = (ctx: AnyCtx): Promise<z.input<typeof OrchestrationChoice>[]> =>
  ctx.tx(async (tx) => {
    return Promise.all(
      Orchestration.options.map(async (orchestration) => {
        const answerer = answererFor(tx, orchestration);
        const answerers = (await answerer.list?.(tx)) ?? [];
        const isEmpty = answerer.list !== undefined && answerers.length === 0;
        return { orchestration, missing: isEmpty ? (answerer.whenEmpty ?? null) : null, answerers };
      }),
    );
  });
