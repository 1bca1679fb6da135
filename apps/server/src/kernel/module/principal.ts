import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '@atelier/contracts/kernel/permissions';
import type { Supposition } from '../cache/revisions.ts';
import { defineExtensionPoint } from '../services/extension-points.ts';
import type { ServiceContainer, Services } from '../services/services.ts';

/** The authenticated caller of a request. */
export interface Principal {
  kind: 'user' | 'api-key';
  userId: string;
  tenantId: string;
  role: Role;
  name: string;
  /** True when the user proved an address of an internal domain (`INTERNAL_DOMAINS`). */
  isInternal: boolean;
  /** The token that an unsafe request must repeat in `x-csrf-token`; null when the caller was not authenticated by a cookie. */
  csrfToken: string | null;
  /** The only addresses that the caller may use; one that ends with a slash stands for all that begin with it. Without it, all of them. */
  reaches?: readonly string[];
  /** The `set-cookie` values with which the reply prolongs the session. */
  setCookies?: readonly string[];
  /** Set when this data is remembered from an earlier request; the first transaction verifies it. */
  supposed?: Supposition;
}

export interface AuthenticateOptions {
  /** True for a repeated check of an open stream, which is no sign that the user is there and does not prolong the session. */
  unused?: boolean;
  /** True when the caller verifies the remembered data before it has any effect; otherwise the database is asked. */
  maySuppose?: boolean;
}

/** Authenticates a request. Every header and cookie that can prove an identity is read here and nowhere else. */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  options?: AuthenticateOptions,
) => Promise<Principal | null>;

/**
 * A person from outside the company who was invited to private apps. They have no role and no permission, and their token is never accepted
 * as a builder's session.
 */
export interface AppUser {
  appUserId: string;
  tenantId: string;
  name: string;
  email: string;
  /** As that of `Principal`. */
  csrfToken: string | null;
  /** The `set-cookie` value with which the reply gives a page the token that it lacks. */
  setCookie?: string;
}

/** Authenticates an app user. Ignores sessions and API keys of builders. */
export type AuthenticateAppUser = (headers: IncomingHttpHeaders) => Promise<AppUser | null>;

/** Returns the actor that stands for an app user. */
export const appUserActor = ({ appUserId, name, email }: AppUser) => ({
  kind: 'app-user' as const,
  appUserId,
  name,
  email,
});

/** Returns the actor that stands for a principal. */
export const toActor = (principal: Principal) => ({
  kind: principal.kind,
  userId: principal.userId,
  role: principal.role,
  name: principal.name,
});

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
