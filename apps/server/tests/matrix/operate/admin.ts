import { admin } from '@atelier/contracts/operate/admin';
import { matrixOf } from '../matrix.ts';

const hidden = 'there is nothing at this address for whoever does not run the server';

export const adminMatrix = matrixOf(admin, {
  me: { plain: 'it says something of the caller only' },
  listWaitlist: { plain: hidden },
  admit: { plain: hidden },
  decline: { plain: hidden },
  listTenants: { plain: hidden },
  disable: { naming: ({ tenantId }) => ({ params: { id: tenantId }, body: { reason: 'Taken over' } }) },
  listInvoices: { naming: ({ tenantId }) => ({ params: { id: tenantId } }) },
  markInvoice: {
    naming: ({ tenantId }) => ({
      params: { id: tenantId, invoiceId: 'inv_missing' },
      body: { status: 'PAID' },
    }),
  },
  enable: { naming: ({ tenantId }) => ({ params: { id: tenantId } }) },
});
