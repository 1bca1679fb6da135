import { z } from 'zod';

const channelName = 'atelier-connection-auth';

/** How an authorization ended, told by its window to the form that began it. */
const Outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connected'),
    state: z.string(),
    authorizationId: z.string(),
    account: z.string(),
  }),
  z.object({ kind: z.literal('failed'), state: z.string(), message: z.string() }),
]);
export type AuthorizationOutcome = z.infer<typeof Outcome>;

/**
 * Windows of our own origin hear each other here, and nobody else does. A page that was opened at another origin in
 * between has no opener any more (`cross-origin-opener-policy`), so a message to the opener would never arrive.
 */
export const tellOutcome = (outcome: AuthorizationOutcome): void => {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(outcome);
  channel.close();
};

/** Hears the outcome of one authorization; returns the way to stop listening. */
export const onOutcome = (state: string, listener: (outcome: AuthorizationOutcome) => void): (() => void) => {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const outcome = Outcome.safeParse(data);
    if (outcome.success && outcome.data.state === state) listener(outcome.data);
  };
  return () => channel.close();
};
