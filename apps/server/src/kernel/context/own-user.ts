import { fail } from '../base/errors.ts';
import { type Acting, findUserId } from './actor.ts';

/** Returns the user who acts, for what belongs to one user. Throws `auth.unauthenticated` for everybody else. */
export const ownUserId = (ctx: Acting): string => findUserId(ctx) ?? fail('auth.unauthenticated');
