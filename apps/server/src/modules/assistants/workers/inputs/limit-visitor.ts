import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { callerKey } from '../../../../kernel/rate-limit/rate-limit.ts';
import { createTokenBuckets } from '../../../../kernel/rate-limit/token-buckets.ts';
import { visitorAllowances, waitInWords } from '../../../../kernel/rate-limit/visitor-limits.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import type { WorkerRow } from '../tables.ts';

const inputs = defineService({ name: 'workers.visitor-inputs', create: () => createTokenBuckets() });

/** A visitor of a public worker, who is counted by their network address, which many may share. */
export interface Visitor {
  address: string;
  limits: WorkerRow['visitorLimits'];
}

/** Counts an input of a visitor, for whose work the owner of the worker pays. Throws `workers.visitor_limit`. */
export const limitVisitor = (ctx: Ctx, workerId: string, { address, limits }: Visitor): void => {
  if (ctx.services.config.rateLimits.chat === 0) return;
  const verdict = ctx.use(inputs).take(visitorAllowances(workerId, [`from ${callerKey(address)}`], limits));
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new AppError(
    'workers.visitor_limit',
    { retryAfterSeconds },
    {
      message: `You have sent as much as one visitor may. Please wait ${waitInWords(retryAfterSeconds)}, then send more.`,
    },
  );
};
