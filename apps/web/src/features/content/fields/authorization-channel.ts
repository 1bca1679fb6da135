import { z } from 'zod';

const channelName = 'atelier-connection-auth';

/** The outcome of an authorization, which its window sends to the form that began it. */
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
 * Sends an outcome to the windows of our own origin. A message to `window.opener` would not arrive: a page that was opened at
 * another origin in between has no opener any more (`cross-origin-opener-policy`).
 */
export const tellOutcome = (outcome: AuthorizationOutcome): void => {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(outcome);
  channel.close();
};

/** Listens for the outcome of one authorization. Returns a function that stops listening. */
export const onOutcome = (state: string, listener: (outcome: AuthorizationOutcome) => void): (() => void) => {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const outcome = Outcome.safeParse(data);
    if (outcome.success && outcome.data.state === state) listener(outcome.data);
  };
  return () => channel.close();
};
