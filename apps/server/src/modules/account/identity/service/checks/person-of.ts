import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';

/** The person who is signed in. An API key acts for somebody, but may not touch how they sign in. */
export const personOf = ({ actor }: AnyCtx): string =>
  actor.kind === 'user' ? actor.userId : fail('auth.needs_session');
