import { fail } from '../base/errors.ts';
import type { AnyCtx } from './context.ts';

type Acting = Pick<AnyCtx, 'actor'>;

/** Returns the user who acts, also through an API key, or null for an app user, a visitor and the system. */
export const userIdOf = ({ actor }: Acting): string | null => ('userId' in actor ? actor.userId : null);

/** Returns the user who acts, for what belongs to one user. Throws `auth.unauthenticated` for everybody else. */
export const ownUserId = (ctx: Acting): string => userIdOf(ctx) ?? fail('auth.unauthenticated');

/** Returns who is recorded as the author of a change. */
export const authorOf = (ctx: Acting): string => userIdOf(ctx) ?? 'system';
