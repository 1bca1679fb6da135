import { defineExtensionPoint } from '../services/extension-points.ts';
import type { ServiceContainer, Services } from '../services/services.ts';
import type { Principal } from './principal.ts';

/** A kind of bearer token that a module gives out and judges. */
export interface BearerKind {
  /** Three letters and an underscore, with which only tokens of this kind begin. */
  prefix: string;
  /** Returns null for a token that is none of this kind. Throws `auth.unauthenticated` for one that has ended. */
  authenticate(
    server: { services: Services; container: ServiceContainer },
    token: string,
  ): Promise<Principal | null>;
}

export const bearerKinds = defineExtensionPoint<BearerKind>('kernel.bearer-kinds');
