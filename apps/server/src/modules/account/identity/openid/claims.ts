import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { z } from 'zod';

const Claims = z.object({
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z
    .boolean()
    .or(z.enum(['true', 'false']))
    .optional()
    .catch(undefined),
  /** Microsoft: true when the directory owns the domain of the address. */
  xms_edov: z
    .boolean()
    .or(z.literal([0, 1, '0', '1', 'true', 'false']))
    .optional()
    .catch(undefined),
  name: z.string().optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
  picture: z.url().max(2000).optional().catch(undefined),
});
type Claims = z.infer<typeof Claims>;

const isTrue = (value: unknown): boolean => [true, 1, '1', 'true'].some((one) => one === value);

/** Microsoft lets directories claim any address, so only this claim of its own counts as verification. */
const verifiedBy = (provider: OpenidProvider, claims: Claims): boolean | undefined => {
  if (provider === 'microsoft') return isTrue(claims.xms_edov) ? true : undefined;
  return claims.email_verified === undefined ? undefined : isTrue(claims.email_verified);
};

const cleaned = (text: string | undefined): string | undefined =>
  text?.replaceAll('\0', '').trim().slice(0, 100) || undefined;

const nameIn = ({ name, given_name, family_name }: Claims): string | undefined =>
  cleaned(name) ?? cleaned([given_name, family_name].filter(Boolean).join(' '));

/** The claims of a provider about a user, as far as they are readable. */
export interface Profile {
  email: string | undefined;
  /** Undefined when the provider does not say. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
  givenName: string | undefined;
  familyName: string | undefined;
  /** The URL of a picture. */
  picture: string | undefined;
}

export const profileIn = (provider: OpenidProvider, raw: object): Profile => {
  const claims = Claims.parse(raw);
  return {
    email: claims.email?.toLowerCase(),
    isEmailVerified: verifiedBy(provider, claims),
    name: nameIn(claims),
    givenName: cleaned(claims.given_name),
    familyName: cleaned(claims.family_name),
    picture: claims.picture,
  };
};
