import { admin, type Tenant, type TenantInvoice, type WaitlistEntry } from '@atelier/contracts/operate/admin';
import { usePages, useWrite } from '../../../lib/query.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';

const { endpoints } = admin;

interface TenantQuery {
  search: string;
  status: 'ACTIVE' | 'DISABLED' | undefined;
  sort: 'name' | 'createdAt' | 'members';
  order: 'asc' | 'desc';
}

export const useAllTenants = (query: TenantQuery) => usePages(endpoints.listTenants, { query });
export const useWaitlist = (query: { search: string; status: WaitlistEntry['status'] | undefined }) =>
  usePages(endpoints.listWaitlist, { query });

export const useAdmit = ({ name }: WaitlistEntry) =>
  useWrite(endpoints.admit, {
    refreshes: [endpoints.listWaitlist],
    success: `${name} gets a mail with a link to sign up.`,
  });
export const useDecline = ({ name }: WaitlistEntry) =>
  useWrite(endpoints.decline, { refreshes: [endpoints.listWaitlist], success: `${name} was declined.` });
export const useDisableTenant = ({ name }: Tenant) =>
  useWrite(endpoints.disable, { refreshes: [endpoints.listTenants], success: `${name} is disabled.` });
export const useEnableTenant = ({ name }: Tenant) =>
  useWrite(endpoints.enable, { refreshes: [endpoints.listTenants], success: `${name} is open again.` });

export const useTenantInvoices = ({ tenantId }: Tenant, status: TenantInvoice['status'] | undefined) =>
  usePages(endpoints.listInvoices, { params: { id: tenantId }, query: { status } });
export const useMarkInvoice = () =>
  useWrite(endpoints.markInvoice, {
    refreshes: [endpoints.listInvoices],
    toastFailure: true,
    onSuccess: ({ number, status }) =>
      toastSuccess(status === 'PAID' ? `${number} is marked as paid.` : `${number} is open again.`),
  });
