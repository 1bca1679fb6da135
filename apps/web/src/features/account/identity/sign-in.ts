import {
  auth,
  SecondFactorChallenge,
  type SessionUser,
  type SignIn,
} from '@atelier/contracts/account/identity/auth';
import type { z } from 'zod';
import { call } from '../../../lib/server/api.ts';
import { ApiError } from '../../../lib/server/api-error.ts';

/** Returns the challenge of a refusal that asks for the second step; undefined for every other failure. */
export const findChallenge = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'auth.second_factor_required'
    ? SecondFactorChallenge.safeParse(error.details).data?.challenge
    : undefined;

/** The first step of signing in. Returns the user, or the challenge that the second step must repeat. */
export const signIn = async (
  body: z.output<typeof SignIn>,
): Promise<{ user: SessionUser } | { challenge: string }> => {
  try {
    return await call(auth.endpoints.signIn, { body });
  } catch (error) {
    const challenge = findChallenge(error);
    if (challenge === undefined) throw error;
    return { challenge };
  }
};
