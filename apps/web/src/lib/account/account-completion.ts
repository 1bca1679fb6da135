import { type AccountCompletion, onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { useEffect } from 'react';
import { useRead } from '../query.ts';
import { logFailure } from '../server/log-failure.ts';

/** How often the server is asked how far the company is (CONST-08, ONBOARD-10). */
export const completionPollMs = 30_000;
/** Long enough for the shell and the home screen to share an answer, short enough to see what was just made. */
const freshMs = 5000;

/**
 * The flags that are waited for (ONBOARD-10). `isAppExist` does not count: a tested app is one that existed (ONBOARD-11).
 * `isGoldenQuestionExist` and `isBotPerformanceExist` join them with the screen for test questions: until then nobody can reach them.
 */
const awaited = ['isKnowledgeBaseExist', 'isAppTested'] as const satisfies (keyof AccountCompletion)[];

/** Whether there is nothing left to wait for. */
export const isComplete = (completion: Pick<AccountCompletion, (typeof awaited)[number]>): boolean =>
  awaited.every((flag) => completion[flag]);

export const pollCompletion = (completion: AccountCompletion | undefined): number | false =>
  completion !== undefined && isComplete(completion) ? false : completionPollMs;

/** How far the company is; undefined while it is not known. A failure is only logged (ONBOARD-15). */
export const useAccountCompletion = (): AccountCompletion | undefined => {
  const { data, error } = useRead(
    onboarding.endpoints.accountCompletion,
    {},
    { refetchInterval: pollCompletion, staleTime: freshMs },
  );
  // The log is outside of React.
  useEffect(() => {
    if (error) logFailure('The progress of the company could not be read', error);
  }, [error]);
  return data;
};
