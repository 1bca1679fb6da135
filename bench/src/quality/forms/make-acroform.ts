import { PDFDocument, type PDFFont, type PDFForm, type PDFPage, StandardFonts } from 'pdf-lib';
import type { Field, Form } from './form.ts';
import { shownLabel } from './make-html.ts';

const [left, valueAt, bottom] = [50, 230, 70];

interface Sheet {
  page: PDFPage;
  form: PDFForm;
  y: number;
}

const fill = ({ page, form, y }: Sheet, { value, options }: Field, name: string): void => {
  if (options) {
    for (const [at, option] of options.entries()) {
      const box = form.createCheckBox(`${name}.${at}`);
      const x = valueAt + (at % 2) * 150;
      const top = y - Math.floor(at / 2) * 16;
      box.addToPage(page, { x, y: top - 2, width: 10, height: 10 });
      if (option === value) box.check();
      page.drawText(option, { x: x + 15, y: top, size: 9 });
    }
    return;
  }
  const lines = value.split('\n').length;
  const text = form.createTextField(name);
  if (lines > 1) text.enableMultiline();
  text.setText(value);
  text.addToPage(page, {
    x: valueAt,
    y: y - 5 - (lines - 1) * 14,
    width: 300,
    height: 4 + lines * 14,
    borderWidth: 0,
  });
  text.setFontSize(10);
};

const heightOf = ({ value, options }: Field): number =>
  10 + 16 * Math.max(value.split('\n').length, Math.ceil((options?.length ?? 0) / 2));

const drawFrame = (page: PDFPage, { head, foot }: Form, number: number): void => {
  page.drawText(head, { x: left, y: 815, size: 7 });
  page.drawText(`${foot}   ${number}`, { x: left, y: 30, size: 7 });
};

/** Makes a PDF whose values are in the fields of a form, and nowhere in its text. */
export const makeAcroForm = async (form: Form): Promise<Uint8Array<ArrayBuffer>> => {
  const pdf = await PDFDocument.create();
  const bold: PDFFont = await pdf.embedFont(StandardFonts.HelveticaBold);
  const begin = (): Sheet => {
    const page = pdf.addPage([595, 842]);
    drawFrame(page, form, pdf.getPageCount());
    return { page, form: pdf.getForm(), y: 770 };
  };
  let sheet = begin();
  const write = (text: string, size: number, font?: PDFFont): void => {
    if (sheet.y < bottom) sheet = begin();
    sheet.page.drawText(text, { x: left, y: sheet.y, size, ...(font ? { font } : {}) });
    sheet.y -= size * 2.2;
  };
  write(form.title, 15, bold);
  write(form.opening, 8);
  for (const [at, section] of form.sections.entries()) {
    if (section.title !== '') write(section.title, 11, bold);
    for (const [place, field] of section.fields.entries()) {
      if (sheet.y - heightOf(field) < bottom) sheet = begin();
      sheet.page.drawText(shownLabel(form, field), { x: left, y: sheet.y, size: 9 });
      fill(sheet, field, `field_${at}_${place}`);
      sheet.y -= heightOf(field);
    }
  }
  write(form.closing, 8);
  return new Uint8Array(await pdf.save());
};
