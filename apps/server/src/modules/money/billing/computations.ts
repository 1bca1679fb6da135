import { defineComputation } from '../../../kernel/compute/computation.ts';
import { drawInvoice } from './invoice-pdf/draw-invoice.ts';

/** Renders an invoice as PDF: a quarter of a second, most of it for the fonts. */
export const printedInvoice = defineComputation({
  name: 'billing.printed-invoice',
  deadlineMs: 10_000,
  compute: drawInvoice,
});
