import { z } from 'zod';
import { defineEvent } from '../../../kernel/context/define-job.ts';

export const tenantEvents = {
  /** A tenant was created; `ownerId` is the user who signed up for it. */
  created: defineEvent({
    name: 'tenancy.tenant_created',
    payload: z.object({ tenantId: z.string(), ownerId: z.string() }),
  }),
  /** A tenant is being deleted. What it has outside this server ends now; its rows are deleted once every subscriber has been told. */
  closing: defineEvent({ name: 'tenancy.tenant_closing', payload: z.object({ tenantId: z.string() }) }),
};
