import type { SessionUser } from '@atelier/contracts/account/identity/auth';

interface GuardInput {
  /** Undefined until the server has answered. */
  user: SessionUser | null | undefined;
  /** True right after the user signed out deliberately. */
  isLeaving: boolean;
  address: string;
}

export type GuardDecision =
  | { kind: 'wait' }
  | { kind: 'show'; user: SessionUser }
  /** Leads to the sign-in at `/`. `remember` is the address to return to after signing in. */
  | { kind: 'sign-in'; remember: string | undefined };

/** Decides whether a screen of the builder is shown (ROUTE-58): to everybody who is signed in. */
export const guard = ({ user, isLeaving, address }: GuardInput): GuardDecision => {
  if (user === undefined) return { kind: 'wait' };
  if (user !== null) return { kind: 'show', user };
  return { kind: 'sign-in', remember: isLeaving ? undefined : address };
};
