import { Orchestration, type OrchestrationChoice } from '@atelier/contracts/build/apps/answering';
import type { z } from 'zod';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { answererPoint } from '../answerers.ts';

const missing: Record<Orchestration, string> = {
  BASIC: 'This server has no knowledge bases.',
  ADVANCE: 'This server has no flows.',
  AGENT: 'This version has no agents yet, so an agent cannot answer.',
  APP: 'This server has no apps that could answer.',
};

/** Lists what can answer an app, and what is missing for the rest. */
export const listOrchestrations = (ctx: AnyCtx): Promise<z.input<typeof OrchestrationChoice>[]> =>
  ctx.tx(async (tx) => {
    const present = tx.services.extensions.of(answererPoint);
    return Promise.all(
      Orchestration.options.map(async (orchestration) => {
        const answerer = present.find((each) => each.orchestration === orchestration);
        if (!answerer) return { orchestration, missing: missing[orchestration], answerers: [] };
        const answerers = (await answerer.list?.(tx)) ?? [];
        const isEmpty = answerer.list !== undefined && answerers.length === 0;
        return { orchestration, missing: isEmpty ? (answerer.whenEmpty ?? null) : null, answerers };
      }),
    );
  });
