import type { SessionUser } from '@atelier/contracts/account/identity/auth';

interface GuardInput {
  /** Undefined while the server has not said yet. */
  user: SessionUser | null | undefined;
  /** True right after the person signed out themselves. */
  isLeaving: boolean;
  address: string;
}

export type GuardDecision =
  | { kind: 'wait' }
  | { kind: 'show'; user: SessionUser }
  /** To the sign-in at `/`; `remember` is where signing in leads back to. */
  | { kind: 'sign-in'; remember: string | undefined };

/** Who may see a screen of the builder (ROUTE-58): everybody who is signed in. */
export const guard = ({ user, isLeaving, address }: GuardInput): GuardDecision => {
  if (user === undefined) return { kind: 'wait' };
  if (user !== null) return { kind: 'show', user };
  return { kind: 'sign-in', remember: isLeaving ? undefined : address };
};
