import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, requiredText } from '../../kernel/shapes.ts';
import { Email, UserName } from './auth.ts';

/** A phone number with or without the country code (AUTH-12). */
const Phone = requiredText(40, 'Phone Number is required').refine(
  (phone) => /^\+?[\d\s()./-]+$/.test(phone) && phone.replace(/\D/g, '').length >= 5,
  'Please enter a valid phone number',
);

export const JoinWaitlist = z.object({
  name: UserName,
  email: Email,
  companyName: requiredText(100, 'Please enter your company name'),
  phone: Phone,
});
export type JoinWaitlist = z.infer<typeof JoinWaitlist>;

/** WAITING → ADMITTED → JOINED, or DECLINED. */
export const WaitlistStatus = z.enum(['WAITING', 'ADMITTED', 'DECLINED', 'JOINED']);
export type WaitlistStatus = z.infer<typeof WaitlistStatus>;

export const waitlist = defineContract({
  name: 'waitlist',
  alsoFails: ['auth.link_expired'],
  errors: {
    'waitlist.not_found': { kind: 'not_found', message: 'This person is not on the waiting list.' },
    'waitlist.already_answered': {
      kind: 'conflict',
      message: 'This request was already answered. Please reload the list.',
    },
  },
  endpoints: {
    join: {
      method: 'POST',
      path: '/api/auth/waitlist',
      summary: 'Request access; known and unknown addresses get the same answer',
      access: { public: 'the caller has no account yet' },
      rate: 'auth',
      body: JoinWaitlist,
      reply: Done,
    },
    readInvite: {
      method: 'POST',
      path: '/api/auth/waitlist/invite',
      summary: 'Read the values for the sign-up form that belong to the token of an admission mail',
      access: { public: 'the token is the proof' },
      rate: 'auth',
      body: z.object({ invite: z.string().min(10).max(200) }),
      reply: z.object({ name: z.string(), email: z.string(), companyName: z.string() }),
    },
  },
});
