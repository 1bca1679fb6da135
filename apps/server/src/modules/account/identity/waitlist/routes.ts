import { waitlist } from '@atelier/contracts/account/identity/waitlist';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { joinWaitlist, readInvite } from './service/answer-waitlist.ts';

export const waitlistRoutes = defineRoutes(waitlist, {
  join: async (ctx, { body }) => {
    await joinWaitlist(ctx, body);
    return done;
  },
  readInvite: (ctx, { body }) => readInvite(ctx, body.invite),
});
