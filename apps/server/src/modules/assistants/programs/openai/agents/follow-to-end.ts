import type { Ctx } from '../../../../../kernel/context/context.ts';
import { type FollowedPlace, followAnswer, type ProgramAnswer } from '../../../agents/index.ts';

/** Waits for the end of a part of a run. Throws what `followAnswer` throws. */
export const followToEnd = async (
  ctx: Ctx,
  place: FollowedPlace,
  signal: AbortSignal,
): Promise<ProgramAnswer> => {
  for await (const event of followAnswer(ctx, place, signal)) if (event.type === 'end') return event.answer;
  throw new Error('An answer ends with its end.');
};
