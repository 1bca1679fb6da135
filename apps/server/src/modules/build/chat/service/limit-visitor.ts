import type { AppSettings } from '@atelier/contracts/build/apps';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { callerKey } from '../../../../kernel/rate-limit/rate-limit.ts';
import { type Allowance, createTokenBuckets } from '../../../../kernel/rate-limit/token-buckets.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import type { AppForChat } from '../../apps/index.ts';

const tenMinutesMs = 600_000;
const dayMs = 86_400_000;

const questions = defineService({ name: 'chat.visitor-questions', create: () => createTokenBuckets() });

/** A visitor as a network address and a browser id. An address can be shared by many, and a browser id is easily changed. */
export interface Visitor {
  address: string;
  chatUserId: string | undefined;
}

const allowancesOf = (
  appId: string,
  { address, chatUserId }: Visitor,
  { tenMinutes, day }: AppSettings['visitorLimits'],
): Allowance[] => {
  const callers = [`from ${callerKey(address)}`, ...(chatUserId ? [`by ${callerKey(chatUserId)}`] : [])];
  return callers.flatMap((caller) =>
    [
      { key: `${appId} ${caller} in ten minutes`, amount: tenMinutes, windowMs: tenMinutesMs },
      { key: `${appId} ${caller} a day`, amount: day, windowMs: dayMs },
    ].filter(({ amount }) => amount > 0),
  );
};

const inWords = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

/**
 * Counts a visitor's question to a public app, whose owner pays for the answer. Members of the tenant are not counted. Throws
 * `chat.visitor_limit`.
 */
export const limitVisitor = (ctx: Ctx, { appId, settings }: AppForChat, visitor: Visitor): void => {
  if (ctx.actor.kind !== 'visitor' || ctx.services.config.rateLimits.chat === 0) return;
  const verdict = ctx.use(questions).take(allowancesOf(appId, visitor, settings.visitorLimits));
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new AppError(
    'chat.visitor_limit',
    { retryAfterSeconds },
    { message: `You have asked many questions. Please wait ${inWords(retryAfterSeconds)}, then ask again.` },
  );
};
