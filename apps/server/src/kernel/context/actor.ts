import type { Role } from '@atelier/contracts/kernel/permissions';

/** The actor of a use case. `role` decides what they may do; app users and visitors have none. */
export type Actor =
  | { kind: 'user'; userId: string; role: Role; name: string }
  | { kind: 'api-key'; userId: string; role: Role; name: string }
  | { kind: 'app-user'; appUserId: string; name: string; email: string }
  | { kind: 'visitor'; visitorId: string | null }
  | { kind: 'system'; name: string };

/** Whatever says who acts. */
export interface Acting {
  readonly actor: Actor;
}

/** Returns the user who acts, also through an API key, or null for an app user, a visitor and the system. */
export const findUserId = ({ actor }: Acting): string | null => ('userId' in actor ? actor.userId : null);

/** Returns who is recorded as the author of a change. */
export const toAuthor = (ctx: Acting): string => findUserId(ctx) ?? 'system';
