import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';

/** Returns the user who is signed in. Throws for an API key, which may not change how its user signs in. */
export const getSessionUserId = ({ actor }: AnyCtx): string =>
  actor.kind === 'user' ? actor.userId : fail('auth.needs_session');
