import type { Invoice, InvoiceStatus } from '@atelier/contracts/money/payments';

interface StatusWords {
  label: string;
  tone: 'success' | 'warning' | 'neutral';
}

const words: Record<InvoiceStatus, StatusWords> = {
  DUE: { label: 'To be paid', tone: 'warning' },
  PAID: { label: 'Paid', tone: 'success' },
  VOID: { label: 'Void', tone: 'neutral' },
};

export const statusWords = (status: InvoiceStatus): StatusWords => words[status];

/** Summarises the purpose of an invoice in one line. */
export const describeInvoice = ({ lines }: Pick<Invoice, 'lines'>): string => {
  const [first, ...rest] = lines;
  if (!first) return 'No lines';
  return rest.length === 0 ? first.description : `${first.description} and ${rest.length} more`;
};
