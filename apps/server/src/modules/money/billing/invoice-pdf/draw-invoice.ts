import { createRequire } from 'node:module';
import type { Invoice, InvoiceLine } from '@atelier/contracts/money/payments';

/** Formats "$99.00" from 9900 and USD. Currencies without a smaller unit, such as JPY, are counted whole. */
const formatMoney = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
};

const require = createRequire(import.meta.url);

/** DejaVu covers Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic; the standard fonts of PDF only Latin. */
const fontPath = (style: '' | '-Bold'): string =>
  require.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${style}.ttf`);

const left = 56;
const right = 539;
const lowest = 740;
const columns = { quantity: 300, unit: 350, amount: 445, end: right } as const;
const ink = { strong: '#111827', plain: '#374151', quiet: '#5b6472', line: '#d9dde3' } as const;
const statusWords = { DUE: 'Due', PAID: 'Paid', VOID: 'Void' } as const;

const days = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const day = (moment: string): string => days.format(new Date(moment));

type Doc = PDFKit.PDFDocument;

interface Text {
  y: number;
  x?: number;
  width?: number;
  size?: number;
  color?: string;
  bold?: boolean;
  align?: 'left' | 'right';
}

const write = (doc: Doc, text: string, { y, x = left, width, size = 10, color, bold, align }: Text): void => {
  doc
    .font(bold ? 'bold' : 'plain')
    .fontSize(size)
    .fillColor(color ?? ink.plain)
    .text(text, x, y, { width: width ?? right - x, align: align ?? 'left', lineBreak: true });
};

const rule = (doc: Doc, y: number): void => {
  doc.moveTo(left, y).lineTo(right, y).lineWidth(0.7).strokeColor(ink.line).stroke();
};

const labelled = (doc: Doc, label: string, value: string, y: number): number => {
  write(doc, label, { y, width: 120, color: ink.quiet });
  write(doc, value, { y, x: 176, color: ink.strong });
  return doc.y + 4;
};

const drawHead = (doc: Doc, invoice: Invoice, companyName: string): number => {
  write(doc, 'Atelier', { y: 56, size: 12, bold: true, color: ink.quiet });
  write(doc, 'Invoice', { y: 84, size: 24, bold: true, color: ink.strong });
  write(doc, statusWords[invoice.status], { y: 90, x: 400, size: 14, bold: true, align: 'right' });
  let y = labelled(doc, 'Invoice number', invoice.number, 136);
  y = labelled(doc, 'Date of issue', day(invoice.issuedAt), y);
  if (invoice.dueAt !== null) y = labelled(doc, 'Due on', day(invoice.dueAt), y);
  if (invoice.paidAt !== null) y = labelled(doc, 'Paid on', day(invoice.paidAt), y);
  return labelled(doc, 'Billed to', companyName, y) + 28;
};

const cell = (doc: Doc, text: string, at: { y: number; x: number; to: number; bold?: boolean }): void =>
  write(doc, text, { y: at.y, x: at.x, width: at.to - at.x, align: 'right', bold: at.bold ?? false });

const drawColumns = (doc: Doc, y: number): number => {
  const head = { y, size: 9, color: ink.quiet };
  write(doc, 'Description', { ...head, width: columns.quantity - left });
  write(doc, 'Quantity', { ...head, x: columns.quantity, width: 50, align: 'right' });
  write(doc, 'Unit price', {
    ...head,
    x: columns.unit,
    width: columns.amount - columns.unit,
    align: 'right',
  });
  write(doc, 'Amount', { ...head, x: columns.amount, width: right - columns.amount, align: 'right' });
  rule(doc, y + 16);
  return y + 24;
};

const drawLine = (doc: Doc, line: InvoiceLine, currency: string, y: number): number => {
  cell(doc, line.quantity.toLocaleString('en'), { y, x: columns.quantity, to: columns.unit });
  cell(doc, formatMoney(line.unitAmount, currency), { y, x: columns.unit, to: columns.amount });
  cell(doc, formatMoney(line.amount, currency), { y, x: columns.amount, to: columns.end });
  write(doc, line.description, { y, width: columns.quantity - left - 12, color: ink.strong });
  const next = doc.y + 8;
  rule(doc, next);
  return next + 8;
};

const drawTotal = (doc: Doc, { total, currency, status }: Invoice, y: number): void => {
  write(doc, status === 'DUE' ? 'Amount due' : 'Total', {
    y,
    x: columns.quantity,
    bold: true,
    color: ink.strong,
    width: 140,
  });
  cell(doc, formatMoney(total, currency), { y, x: columns.amount - 40, to: columns.end, bold: true });
};

/** The contents of a printed invoice. */
export interface Printed {
  invoice: Invoice;
  companyName: string;
}

/** Renders an invoice as PDF on A4. A long list of lines continues on further pages. */
export const drawInvoice = async ({ invoice, companyName }: Printed): Promise<Uint8Array> => {
  // Loaded for the first invoice, because its font engine would slow down every start.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margin: left,
    font: fontPath(''),
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Invoice ${invoice.number}`,
      Author: 'Atelier',
      CreationDate: new Date(invoice.issuedAt),
    },
  });
  doc.registerFont('plain', fontPath('')).registerFont('bold', fontPath('-Bold'));
  let y = drawColumns(doc, drawHead(doc, invoice, companyName));
  for (const line of invoice.lines) {
    if (y > lowest) {
      doc.addPage();
      y = drawColumns(doc, left);
    }
    y = drawLine(doc, line, invoice.currency, y);
  }
  drawTotal(doc, invoice, y + 8);
  doc.end();
  const parts: Uint8Array[] = [];
  for await (const part of doc) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};
