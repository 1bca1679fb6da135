import { toastError } from '../../ui/feedback/toasts.tsx';
import { logFailure } from '../server/log-failure.ts';
import type { PdfItem } from './pdf-layout.ts';
import { savePdf } from './save-pdf.ts';

/** Saves items as a PDF, and shows a message when that fails (PDF-12). */
export const downloadPdf = async (items: readonly PdfItem[], name?: string): Promise<void> => {
  try {
    await savePdf(items, name);
  } catch (error) {
    logFailure('The PDF could not be made', error);
    toastError('Oops! There was a problem downloading your PDF.');
  }
};
