import { openBrowser } from '../../../../e2e/src/browsers/open-browser.ts';
import type { BenchFile } from '../../corpus.ts';
import type { Form } from './form.ts';
import { makeAcroForm } from './make-acroform.ts';
import { formHtml, runningHtml } from './make-html.ts';
import { makeSheetForm, makeWordForm } from './make-office.ts';

export interface FiledForm {
  form: Form;
  file: BenchFile;
}

/** Makes the files of all forms. Chromium prints those that are laid out as pages. */
export const makeFiles = async (forms: readonly Form[]): Promise<FiledForm[]> => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const print = async (form: Form): Promise<Uint8Array<ArrayBuffer>> => {
      const { head, foot } = runningHtml(form);
      await page.setContent(formHtml(form));
      const printed = await page.pdf({
        format: 'A4',
        displayHeaderFooter: true,
        headerTemplate: head,
        footerTemplate: foot,
        margin: { top: '22mm', bottom: '20mm', left: '18mm', right: '18mm' },
      });
      return new Uint8Array(printed);
    };
    const fileOf = async (form: Form): Promise<BenchFile> => {
      if (form.layout === 'DOCX')
        return { name: `${form.fileName}.docx`, content: new Uint8Array(makeWordForm(form)) };
      if (form.layout === 'XLSX')
        return { name: `${form.fileName}.xlsx`, content: new Uint8Array(makeSheetForm(form)) };
      const content = form.layout === 'AcroForm' ? await makeAcroForm(form) : await print(form);
      return { name: `${form.fileName.replaceAll('/', '-')}.pdf`, content };
    };
    const filed: FiledForm[] = [];
    for (const form of forms) filed.push({ form, file: await fileOf(form) });
    return filed;
  } finally {
    await browser.close();
  }
};
