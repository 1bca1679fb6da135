import { waitlist } from '@atelier/contracts/account/identity/waitlist';
import { matrixOf } from '../matrix.ts';

export const waitlistMatrix = matrixOf(waitlist, {
  join: {
    plain: 'the list belongs to no company',
    parts: {
      body: { name: 'Ada', email: 'ada@example.com', companyName: 'Ada Ltd', phone: '+46 40 123456' },
    },
  },
  readInvite: {
    plain: 'the token leads to a person who has no company yet',
    parts: { body: { invite: 'inv_made_up_token' } },
  },
});
