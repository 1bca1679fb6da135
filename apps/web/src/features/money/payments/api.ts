import { billing } from '@atelier/contracts/money/billing';
import { type CancelRequest, payments } from '@atelier/contracts/money/payments';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { buildRequestPath } from '../../../lib/server/api.ts';
import { ApiError } from '../../../lib/server/api-error.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';

const { endpoints } = payments;
/** The endpoints whose replies a payment may change. */
const refreshes = [billing.endpoints.subscription, billing.endpoints.plans, endpoints.invoices];

export const useInvoices = (query: { search?: string; status?: 'DUE' | 'PAID' | 'VOID' | undefined }) =>
  usePages(endpoints.invoices, { query });

/** Returns the address of the PDF of an invoice. */
export const pdfAddress = (invoiceId: string): string =>
  buildRequestPath(endpoints.invoicePdf, { params: { id: invoiceId } });

export const useAddOns = () => useRead(endpoints.addOns, { query: { type: 'ATELIER' } });

/** Sends the browser to the payment page. If there is no payment page, the change is complete and an invoice was created. */
const goOn = ({ redirectTo }: { redirectTo: string | null }) => {
  if (redirectTo === null)
    toastSuccess('Done. The invoice is under', { link: { text: 'Billing history', to: '/pricing/history' } });
  else location.assign(redirectTo);
};

export const useBuyAddOn = () =>
  useWrite(endpoints.paymentLink, { refreshes, toastFailure: true, onSuccess: goOn });

export const useCustomerPortal = () =>
  useWrite(endpoints.customerPortal, { toastFailure: true, onSuccess: goOn });

export const useCancelPlan = () => {
  const { mutateAsync, isPending } = useWrite(endpoints.cancelSubscription, { refreshes });
  const cancel = async (request: CancelRequest): Promise<void> => {
    await mutateAsync({ body: request }).catch((error: unknown) => {
      // This call succeeds by its response code alone (CANCEL-11, API-15).
      if (!(error instanceof ApiError && error.status === 200)) throw error;
    });
  };
  return { cancel, isPending };
};
