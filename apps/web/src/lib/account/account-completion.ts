import { type AccountCompletion, onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { useEffect } from 'react';
import { useRead } from '../query.ts';
import { logFailure } from '../server/log-failure.ts';

/** The interval at which the server is asked for the onboarding progress of the tenant, in milliseconds (CONST-08, ONBOARD-10). */
export const completionPollMs = 30_000;
/** Milliseconds for which a reply counts as fresh: the shell and the home screen share one, and a new object soon shows up. */
const freshMs = 5000;

/**
 * Polling goes on until these flags are set (ONBOARD-10). `isAppExist` is not among them, because a tested app must exist
 * (ONBOARD-11).
 */
const awaited = [
  'isKnowledgeBaseExist',
  'isAppTested',
  'isGoldenQuestionExist',
  'isBotPerformanceExist',
] as const satisfies (keyof AccountCompletion)[];

/** Returns true when every awaited flag is set, so that polling can stop. */
export const isComplete = (completion: Pick<AccountCompletion, (typeof awaited)[number]>): boolean =>
  awaited.every((flag) => completion[flag]);

export const pollCompletion = (completion: AccountCompletion | undefined): number | false =>
  completion !== undefined && isComplete(completion) ? false : completionPollMs;

/** The onboarding progress of the tenant; undefined until it is known. A failure is only logged (ONBOARD-15). */
export const useAccountCompletion = (): AccountCompletion | undefined => {
  const { data, error } = useRead(
    onboarding.endpoints.accountCompletion,
    {},
    { refetchInterval: pollCompletion, staleTime: freshMs },
  );
  // Logging is a side effect outside React.
  useEffect(() => {
    if (error) logFailure('The progress of the company could not be read', error);
  }, [error]);
  return data;
};
