import { z } from 'zod';
import { defineEvent } from '../../../kernel/context/define-job.ts';

/** An invitation was accepted; `grants` are the grants that it promised. */
export const invitationAccepted = defineEvent({
  name: 'people.invitation_accepted',
  payload: z.object({
    tenantId: z.string(),
    userId: z.string(),
    grants: z.array(z.object({ entityId: z.string() })),
    invitedBy: z.string().nullable(),
  }),
});
