import { describe, expect, it } from 'vitest';
import { answer, form } from '../../../tests/extractive-score.ts';

const chunk = (index: number, documentName: string, text: string) => ({
  ...{ index, chunkId: `c${index}`, documentName, text },
});

const analysis = (index: number, batch: string, product: string, purity: string) =>
  chunk(
    index,
    `analysis-${batch.toLowerCase()}.html`,
    `Certificate of analysis\n\nBatch: ${batch}\nProduct: ${product}\nPurity: ${purity}\nAnalyst: K. Holm`,
  );
const forms = [
  chunk(
    1,
    'member.docx',
    'Surname: Lindqvist\nFirst name: Maja\nDate of birth: 1988-07-14\nAddress: Birch Lane 4\nOccupation: Carpenter\nE-mail:\nNewsletter: ☒ yes ☐ no',
  ),
  chunk(
    2,
    'pump.pdf',
    'Data sheet: circulation pump CP-40\n\nManufacturer: Hydra Pumps AB\nNoise level: 38 dB\nMax. pressure: 10 bar\nWeight: 2.6 kg',
  ),
  chunk(
    3,
    'invoice.docx',
    'Invoice\n\nInvoice number: RE-2041\nCustomer: Bluebird Cafe\nDue: 2025-04-03\n\nItem | Quantity | Unit price | Amount\nFilter paper | 30 | 2.10 | 63.00\nCoffee | 2 | 9.00 | 18.00\n |  | VAT 19 % | 11.97\n |  | Total | 74.97',
  ),
  chunk(
    4,
    'bericht.docx',
    'Prüfbericht\n\nBeginn: 2. Juni\nEnde: 3. Juni\nPrüfer: Sabine Kroll\nGerät: Gabelstapler GS-15\nBaujahr: 2016\nGewicht: 3.200 kg\nNächste Prüfung: 06.2026',
  ),
  analysis(5, 'TN-204', 'Citric acid', '99.6 %'),
  analysis(6, 'WR-118', 'Sodium benzoate', '98.9 %'),
  chunk(7, 'report.pdf', 'MEDICAL REPORT\n\nPatient: Irene Castle\nAge: 54\nBlood pressure: 142/88 mmHg'),
];

describe('a question for a value in other words than the label', () => {
  it.each([
    ['When was Maja Lindqvist born?', 'Date of birth: 1988-07-14, according to “member.docx” [1]'],
    ['Where does Lindqvist live?', 'Address: Birch Lane 4, according to “member.docx” [1]'],
    ['What job does Maja Lindqvist have?', 'Occupation: Carpenter, according to “member.docx” [1]'],
    ['Who made the pump CP-40?', 'Manufacturer: Hydra Pumps AB, according to “pump.pdf” [2]'],
    ['How loud is the CP-40?', 'Noise level: 38 dB, according to “pump.pdf” [2]'],
    ['How old is Irene Castle?', 'Age: 54, according to “report.pdf” [7]'],
    ['Wer hat den Gabelstapler GS-15 geprüft?', 'Prüfer: Sabine Kroll, laut „bericht.docx“ [4]'],
    ['Wie schwer ist der Gabelstapler GS-15?', 'Gewicht: 3.200 kg, laut „bericht.docx“ [4]'],
    ['Bis wann ging der Prüfbericht?', 'Ende: 3. Juni, laut „bericht.docx“ [4]'],
    ['Wann wurde der Gabelstapler GS-15 gebaut?', 'Baujahr: 2016, laut „bericht.docx“ [4]'],
  ])('is answered with label, value and document: %s', async (question, expected) => {
    expect(await answer(question, forms)).toBe(expected);
  });
});

describe('a question in French or Spanish', () => {
  const fiche = chunk(
    1,
    'fiche.docx',
    'Nom: Léa Morel\nDate de naissance: 1999-04-02\nAdresse: 4 rue du Port\nProfession: soudeuse\nPoids: 61 kg',
  );
  const ficha = chunk(
    1,
    'ficha.docx',
    'Nombre: Inés Vidal\nFecha de nacimiento: 1984-11-20\nDirección: Calle Mayor 8\nProfesión: carpintera\nPeso: 58 kg',
  );
  it.each([
    ['Quand est née Léa Morel ?', fiche, '1999-04-02'],
    ['Où habite Léa Morel ?', fiche, '4 rue du Port'],
    ['Quel est le métier de Léa Morel ?', fiche, 'soudeuse'],
    ['¿Cuándo nació Inés Vidal?', ficha, '1984-11-20'],
    ['¿Dónde vive Inés Vidal?', ficha, 'Calle Mayor 8'],
    ['¿Cuánto pesa Inés Vidal?', ficha, '58 kg'],
  ])('gets its value: %s', async (question, source, value) => {
    expect(await answer(question, [source])).toMatch(new RegExp(`^[^:]+: ${value},`));
  });
});

describe('a value of a form', () => {
  it('is that of the document that the question means, and of each where it means all', async () => {
    expect(await answer('What is the purity of batch WR-118?', forms)).toBe(
      'Purity: 98.9 %, according to “analysis-wr-118.html” [6]',
    );
    expect(await answer('What is the purity?', forms)).toBe(
      'Purity: 99.6 %, according to “analysis-tn-204.html” [5]\n\nPurity: 98.9 %, according to “analysis-wr-118.html” [6]',
    );
  });

  it('is found by the words of an earlier question', async () => {
    const history = [
      { role: 'user', content: 'What is the product of batch TN-204?' },
      { role: 'assistant', content: 'Product: Citric acid' },
    ] as const;
    expect(await answer('And what is its purity?', forms, [...history])).toBe(
      'Purity: 99.6 %, according to “analysis-tn-204.html” [5]',
    );
  });

  it('is the text of the box that is checked', async () => {
    expect(await answer('Does Maja Lindqvist want the newsletter?', forms)).toContain('Newsletter: yes, ');
  });

  it('is a total below line items, or the cell of an item with its row', async () => {
    expect(await answer('What is the total of invoice RE-2041?', forms)).toBe(
      'Total: 74.97, according to “invoice.docx” [3]',
    );
    expect(await answer('How much VAT is on invoice RE-2041?', forms)).toContain('VAT 19 %: 11.97');
    expect(await answer('How many filter papers are on the invoice?', forms)).toBe(
      'Quantity: 30 (Item: Filter paper), according to “invoice.docx” [3]',
    );
  });

  it.each([
    ['that nobody filled in', 'What is the e-mail of Maja Lindqvist?'],
    ['whose label is another one with the same word', 'What is the blood type of Irene Castle?'],
    ['of a form that is not there', 'What is the purity of batch ZZ-900?'],
    ['that nothing but another word for its label means', 'When was it made?'],
    ['of another person', 'How old is Maja Lindqvist?'],
    ['above which only the title fits', 'What is the colour of the pump CP-40?'],
  ])('is not told %s', async (_name, question) => {
    expect((await form(question, forms)).kind).not.toBe('ANSWER');
  });
});
