import { toastError } from '../../ui/feedback/toasts.tsx';
import { logFailure } from '../server/log-failure.ts';
import { type PdfItem, pdfName } from './pdf-layout.ts';

const readFont = async (address: string): Promise<Uint8Array> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The font could not be read: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

/** Loads the library and its fonts with the first export, because they weigh a megabyte. */
const makePdf = async (items: readonly PdfItem[]): Promise<Uint8Array> => {
  const [{ drawPdf }, plain, bold] = await Promise.all([
    import('./draw-pdf.ts'),
    import('dejavu-fonts-ttf/ttf/DejaVuSans.ttf?url').then((it) => readFont(it.default)),
    import('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf?url').then((it) => readFont(it.default)),
  ]);
  return drawPdf(items, { plain, bold });
};

const save = (bytes: Uint8Array, name: string): void => {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

/** Saves items as a PDF, and shows a message when that fails (PDF-12). */
export const downloadPdf = async (items: readonly PdfItem[], name?: string): Promise<void> => {
  try {
    save(await makePdf(items), pdfName(name));
  } catch (error) {
    logFailure('The PDF could not be made', error);
    toastError('Oops! There was a problem downloading your PDF.');
  }
};
