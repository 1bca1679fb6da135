import { PDFDocument, PDFName, type PDFPage, PDFString, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { useReader } from './reader.ts';

const read = useReader();

/** Draws a page with labels and fields. */
const form = async (
  draw: (document: PDFDocument, page: PDFPage) => Promise<void> | void,
): Promise<Buffer> => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  page.setFont(font);
  page.setFontSize(11);
  await draw(document, page);
  return Buffer.from(await document.save());
};

interface Place {
  x: number;
  y: number;
  width?: number;
  height?: number;
}

const fill = (document: PDFDocument, page: PDFPage, name: string, value: string, place: Place) => {
  const field = document.getForm().createTextField(name);
  field.setText(value);
  field.addToPage(page, { width: 150, height: 18, ...place });
  return field;
};

const readTexts = async (pdf: Buffer): Promise<string[]> =>
  (await read('form.pdf', pdf)).blocks.flatMap(({ text }) => text.split('\n'));

/** Adds an annotation of pdf, which pdf-lib has no words for. */
const annotate = (
  document: PDFDocument,
  page: PDFPage,
  subtype: string,
  contents: string,
  author?: string,
) => {
  const annotation = document.context.obj({
    Type: 'Annot',
    Subtype: subtype,
    Rect: [50, 400, 250, 420],
    QuadPoints: [50, 420, 250, 420, 50, 400, 250, 400],
    Contents: PDFString.of(contents),
    ...(author === undefined ? {} : { T: PDFString.of(author) }),
  });
  page.node.addAnnot(document.context.register(annotation));
};

it('shows the values of fields beside their labels', async () => {
  const pdf = await form((document, page) => {
    page.drawText('Customer:', { x: 50, y: 720 });
    fill(document, page, 'a', 'Example Ltd', { x: 150, y: 714 });
    page.drawText('Name: ____________  Date of birth: ________', { x: 50, y: 660 });
    fill(document, page, 'b', 'Ada Lovelace', { x: 85, y: 656, width: 70 });
    fill(document, page, 'c', '1815-12-10', { x: 245, y: 656, width: 50 });
    page.drawText('Street', { x: 50, y: 600 });
    fill(document, page, 'd', 'Long Lane 7', { x: 50, y: 578 });
  });
  expect(await readTexts(pdf)).toEqual([
    'Customer: Example Ltd',
    'Name: Ada Lovelace Date of birth: 1815-12-10',
    'Street: Long Lane 7',
  ]);
});

it('adds a colon to labels, and neither to the values beside them nor to a text that somebody typed over', async () => {
  const pdf = await form((document, page) => {
    page.drawText('Born', { x: 50, y: 720 });
    fill(document, page, 'year', '1815', { x: 150, y: 714, width: 40 });
    fill(document, page, 'month', '12', { x: 200, y: 714, width: 40 });
    page.drawText('Approved', { x: 50, y: 425 });
    annotate(document, page, 'FreeText', 'Signed copy');
  });
  expect(await readTexts(pdf)).toEqual(['Born: 1815 12', 'Approved', 'Signed copy']);
});

it('shows which boxes are ticked and which options are chosen, by the words that people see', async () => {
  const pdf = await form((document, page) => {
    const fields = document.getForm();
    page.drawText('Agree:', { x: 50, y: 720 });
    const agree = fields.createCheckBox('agree');
    agree.addToPage(page, { x: 150, y: 716, width: 12, height: 12 });
    agree.check();
    const news = fields.createCheckBox('news');
    news.addToPage(page, { x: 50, y: 676, width: 12, height: 12 });
    page.drawText('Send me the newsletter', { x: 70, y: 680 });
    const plan = fields.createDropdown('plan');
    plan.setOptions(['Gold', 'Silver']);
    plan.select('Silver');
    page.drawText('Plan', { x: 50, y: 640 });
    plan.addToPage(page, { x: 150, y: 634, width: 100, height: 18 });
    const payment = fields.createRadioGroup('payment');
    page.drawText('Card', { x: 70, y: 600 });
    payment.addOptionToPage('card', page, { x: 50, y: 596, width: 12, height: 12 });
    page.drawText('Invoice', { x: 170, y: 600 });
    payment.addOptionToPage('invoice', page, { x: 150, y: 596, width: 12, height: 12 });
    payment.select('invoice');
  });
  expect(await readTexts(pdf)).toEqual([
    'Agree: ☒',
    '☐ Send me the newsletter',
    'Plan: Silver',
    '☐ Card ☒ Invoice',
  ]);
});

it('names a field without a label by the words of its author, and never by those of a program', async () => {
  const pdf = await form((document, page) => {
    page.drawText('Application', { x: 50, y: 800 });
    const named = fill(document, page, 'form1.f1_01[0]', 'Ada', { x: 50, y: 700 });
    named.acroField.getWidgets()[0]?.dict.set(PDFName.of('TU'), PDFString.of('First name'));
    fill(document, page, 'Surname', 'Lovelace', { x: 50, y: 650 });
    fill(document, page, 'f1_02[0]', '42', { x: 50, y: 600 });
  });
  expect(await readTexts(pdf)).toEqual(['Application', 'First name: Ada', 'Surname: Lovelace', '42']);
});

it('leaves out passwords, hidden fields and empty ones', async () => {
  const pdf = await form((document, page) => {
    page.drawText('Account', { x: 50, y: 720 });
    fill(document, page, 'secret', 'hunter2', { x: 150, y: 714 }).enablePassword();
    fill(document, page, 'unseen', 'unseen', { x: 150, y: 680 }).acroField.getWidgets()[0]?.setFlags(2);
    fill(document, page, 'empty', '', { x: 150, y: 640 });
  });
  expect(await readTexts(pdf)).toEqual(['Account']);
});

it('shows what somebody wrote over the page and beside it, and names attached files', async () => {
  const pdf = await form(async (document, page) => {
    page.drawText('The contract ends in May.', { x: 50, y: 720 });
    annotate(document, page, 'FreeText', 'Signed copy');
    annotate(document, page, 'Text', 'Is this still true?', 'Ada');
    annotate(document, page, 'Highlight', 'Check it.');
    await document.attach(Buffer.from('a,b'), 'prices.csv', { mimeType: 'text/csv' });
  });
  const { blocks, said } = await read('contract.pdf', pdf);
  expect(blocks.map(({ text, page }) => [text, page])).toEqual([
    ['The contract ends in May.', 1],
    ['Signed copy', 1],
    ['Comment by Ada: Is this still true?', 1],
    ['Comment: Check it.', 1],
  ]);
  expect(said).toEqual(['Files attached to this PDF were not read: prices.csv. Please upload them as well.']);
});

/** Draws texts at their places; those in bold are labels of forms without colons. */
const sheet = async (texts: readonly { text: string; x: number; y: number; bold?: boolean }[]) => {
  const document = await PDFDocument.create();
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const strong = await document.embedFont(StandardFonts.HelveticaBold);
  const page = document.addPage([595, 842]);
  for (const { text, x, y, bold = false } of texts)
    page.drawText(text, { x, y, size: 10, font: bold ? strong : plain });
  return Buffer.from(await document.save());
};

it('reads pairs of labels and values: two a line, over two lines, and empty', async () => {
  const pdf = await sheet([
    { text: 'Type certificate', x: 50, y: 780 },
    { text: 'Manufacturer:', x: 50, y: 740 },
    { text: 'Larkspur Engines', x: 150, y: 740 },
    { text: 'Serial no.:', x: 320, y: 740 },
    { text: 'LE-4711', x: 420, y: 740 },
    { text: 'and Turbines AG', x: 150, y: 728 },
    { text: 'Fuel:', x: 50, y: 712 },
    { text: 'Inspected:', x: 320, y: 712 },
    { text: '14:30, 2 May 2026', x: 420, y: 712 },
    { text: 'The engine may be used in aircraft of all kinds that are named above.', x: 50, y: 640 },
  ]);
  const { blocks } = await read('certificate.pdf', pdf);
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['paragraph', 'Type certificate'],
    [
      'row',
      'Manufacturer: Larkspur Engines and Turbines AG\nSerial no.: LE-4711\nFuel:\nInspected: 14:30, 2 May 2026',
    ],
    ['paragraph', 'The engine may be used in aircraft of all kinds that are named above.'],
  ]);
});

it('reads labels without colons by their font, and leaves tables whose first column is bold as tables', async () => {
  const pairs = [
    ['Power', '120 kW'],
    ['Weight', '98 kg'],
    ['Approved by', 'EASA'],
  ];
  const rows = (from: number) =>
    pairs.flatMap(([label = '', value = ''], at) => [
      { text: label, x: 50, y: from - 14 * at, bold: true },
      { text: value, x: 200, y: from - 14 * at },
    ]);
  const kinds = async (texts: Parameters<typeof sheet>[0]) =>
    (await read('data.pdf', await sheet(texts))).blocks.map(({ kind, text }) => [kind, text]);
  expect(await kinds(rows(700))).toEqual([['row', 'Power: 120 kW\nWeight: 98 kg\nApproved by: EASA']]);
  const head = [
    { text: 'Property', x: 50, y: 714, bold: true },
    { text: 'Value', x: 200, y: 714, bold: true },
  ];
  expect((await kinds([...head, ...rows(700)])).map(([kind]) => kind)).not.toContain('row');
});

it('reads labels by words that are usual in forms, beside or above their values, and a price list as none', async () => {
  const texts = (rows: readonly (readonly string[])[], from: number, leading = 16) =>
    rows.flatMap((row, at) =>
      row.map((text, column) => ({ text, x: 50 + 150 * column, y: from - leading * at })),
    );
  const kinds = async (rows: readonly (readonly string[])[]) =>
    (await read('data.pdf', await sheet(texts(rows, 700)))).blocks.map(({ kind, text }) => [kind, text]);
  expect(
    await kinds([
      ['Customer', 'Hollis Bakery', 'Date', '4 May 2026'],
      ['Model', 'QX-81', 'Serial number', '7712-A'],
      ['Result', 'passed'],
    ]),
  ).toEqual([
    ['row', 'Customer: Hollis Bakery\nDate: 4 May 2026\nModel: QX-81\nSerial number: 7712-A\nResult: passed'],
  ]);
  expect(
    await kinds([
      ['Last name', 'First name', 'Date of birth'],
      ['Marlow', 'Edith', '1991-02-08'],
      ['Street', 'Postcode', 'Town'],
      ['Pine Road 8', '4051', 'Basel'],
    ]),
  ).toEqual([
    [
      'row',
      'Last name: Marlow\nFirst name: Edith\nDate of birth: 1991-02-08\nStreet: Pine Road 8\nPostcode: 4051\nTown: Basel',
    ],
  ]);
  const list = await kinds([
    ['Article', 'Price'],
    ['Spade', '19.50'],
    ['Rake', '24.00'],
    ['Hoe', '12.00'],
  ]);
  expect(list.map(([, text]) => text).join('\n')).toContain('Spade | 19.50');
});

it.each([
  ['two pairs', ['From: Ada', 'To: Charles']],
  ['times and ratios', ['08:30 Breakfast', '12:15 Lunch', '18:45 Supper']],
  [
    'sentences',
    [
      'Remember: an engine that was not inspected in time must not be used in any of the aircraft.',
      'Beware: nobody may change it without a licence of the authority that has approved the engine.',
      'Note well: the certificate loses its force when the engine is taken out of the aircraft for good.',
    ],
  ],
])('leaves other lines with colons as text: %s', async (_what, lines) => {
  const pdf = await sheet(lines.map((text, at) => ({ text, x: 50, y: 700 - 14 * at })));
  const { blocks } = await read('text.pdf', pdf);
  expect(blocks.map(({ kind }) => kind)).not.toContain('row');
});
