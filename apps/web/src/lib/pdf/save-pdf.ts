import { paintLine } from './paint-line.ts';
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
  return drawPdf(items, { plain, bold }, paintLine);
};

/** Saves items as a PDF. Throws when it cannot be made. */
export const savePdf = async (items: readonly PdfItem[], name?: string): Promise<void> => {
  const bytes = await makePdf(items);
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = pdfName(name);
  link.click();
  URL.revokeObjectURL(address);
};
