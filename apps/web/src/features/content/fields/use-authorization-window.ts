import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { type AuthorizationOutcome, onOutcome } from './authorization-channel.ts';

const windowShape = 'popup,width=560,height=720';

type Connected = Extract<AuthorizationOutcome, { kind: 'connected' }>;

/**
 * Lets the user allow access in a window of the service. The window opens at once, because browsers only allow that during the click, and moves to
 * the service once the address is known.
 */
export const useAuthorizationWindow = (
  readAddress: () => Promise<{ authorizationUrl: string; state: string }>,
  onConnected: (outcome: Connected) => void,
) => {
  const [state, setState] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const start = useMutation({
    mutationFn: async () => {
      const popup = window.open('about:blank', '_blank', windowShape);
      if (!popup) throw new Error('no window');
      try {
        const address = await readAddress();
        popup.location.href = address.authorizationUrl;
        return address.state;
      } catch (error) {
        popup.close();
        throw error;
      }
    },
    onMutate: () => setFailure(undefined),
    onSuccess: setState,
    onError: (error) =>
      setFailure(
        error.message === 'no window'
          ? 'Your browser did not open the window. Please allow pop-up windows for this site, then try again.'
          : describeError(error).message,
      ),
  });
  const take = useEffectEvent((outcome: AuthorizationOutcome) => {
    setState(undefined);
    if (outcome.kind === 'failed') setFailure(outcome.message);
    else onConnected(outcome);
  });
  // The other window is outside React.
  useEffect(() => (state === undefined ? undefined : onOutcome(state, (outcome) => take(outcome))), [state]);
  return {
    start: () => start.mutate(),
    isWaiting: start.isPending || state !== undefined,
    failure,
    stop: () => setState(undefined),
  };
};
