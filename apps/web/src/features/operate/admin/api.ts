import {
  admin,
  type Company,
  type CompanyInvoice,
  type WaitingPerson,
} from '@atelier/contracts/operate/admin';
import { usePages, useWrite } from '../../../lib/query.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';

const { endpoints } = admin;

interface CompanyQuery {
  search: string;
  status: 'ACTIVE' | 'DISABLED' | undefined;
  sort: 'name' | 'createdAt' | 'members';
  order: 'asc' | 'desc';
}

export const useCompanies = (query: CompanyQuery) => usePages(endpoints.listCompanies, { query });
export const useWaitlist = (query: { search: string; status: WaitingPerson['status'] | undefined }) =>
  usePages(endpoints.listWaitlist, { query });

export const useAdmit = ({ name }: WaitingPerson) =>
  useWrite(endpoints.admit, {
    refreshes: [endpoints.listWaitlist],
    success: `${name} gets a mail with a link to sign up.`,
  });
export const useDecline = ({ name }: WaitingPerson) =>
  useWrite(endpoints.decline, { refreshes: [endpoints.listWaitlist], success: `${name} was declined.` });
export const useDisableCompany = ({ name }: Company) =>
  useWrite(endpoints.disable, { refreshes: [endpoints.listCompanies], success: `${name} is disabled.` });
export const useEnableCompany = ({ name }: Company) =>
  useWrite(endpoints.enable, { refreshes: [endpoints.listCompanies], success: `${name} is open again.` });

export const useCompanyInvoices = ({ tenantId }: Company, status: CompanyInvoice['status'] | undefined) =>
  usePages(endpoints.listInvoices, { params: { id: tenantId }, query: { status } });
export const useMarkInvoice = () =>
  useWrite(endpoints.markInvoice, {
    refreshes: [endpoints.listInvoices],
    toastFailure: true,
    onSuccess: ({ number, status }) =>
      toastSuccess(status === 'PAID' ? `${number} is marked as paid.` : `${number} is open again.`),
  });
