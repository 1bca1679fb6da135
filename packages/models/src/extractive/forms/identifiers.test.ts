import { describe, expect, it } from 'vitest';
import { form } from '../../../tests/extractive-score.ts';
import { asksForUnknown } from './identifiers.ts';

const chunk = (index: number, documentName: string, text: string) => ({
  ...{ index, chunkId: `c${index}`, documentName, text },
});
const invoices = [
  chunk(1, 'invoice-R-2026-0417.pdf', 'Invoice\n\nCustomer: Alder Ltd\nDue: 3 May 2026\nTotal: 119.00 EUR'),
  chunk(2, 'invoice-R-2026-0418.pdf', 'Invoice\n\nCustomer: Birch Ltd\nDue: 9 May 2026\nTotal: 238.00 EUR'),
];

describe('a number in a question that nothing found has', () => {
  it.each([
    ['What is the total of invoice R-2026-0417?', false],
    ['What is the total of invoice R 2026/0417?', false],
    ['What is the total of invoice r20260418?', false],
    ['What is the total of invoice R-2026-0999?', true],
    ['What is the total of invoice R-2026-0417 for customer K-10230?', true],
  ])('%s', (question, expected) => {
    expect(asksForUnknown(question, invoices)).toBe(expected);
  });

  it.each([
    'What happened in 2027?',
    'What was due on 2026-05-04?',
    'What happened between 1914-1918?',
    'Which invoice is above 1,500 EUR?',
    'Who drove more than 120km in the 1990s?',
    'Is that for COVID-19 or an A4 form?',
  ])('is none in: %s', (question) => {
    expect(asksForUnknown(question, invoices)).toBe(false);
  });
});

describe('a question about a form', () => {
  it('with a number that no form has is not answered from another one', async () => {
    expect((await form('What is the total of invoice R-2026-0999?', invoices)).kind).toBe('CLOSEST_CHUNKS');
    expect((await form('What is the total of invoice R-2026-0418?', invoices)).text).toBe(
      'Total: 238.00 EUR, according to “invoice-R-2026-0418.pdf” [2]',
    );
  });

  it('with a number that nothing has is not answered by what is said of all', async () => {
    const terms = chunk(3, 'terms.pdf', 'The total of each invoice is due within 14 days after its date.');
    expect((await form('When is the total of invoice R-2026-0999 due?', [terms])).kind).toBe(
      'CLOSEST_CHUNKS',
    );
    expect((await form('When is the total of an invoice due?', [terms])).kind).toBe('ANSWER');
  });

  it('is never answered by a title, a label alone or a line without one', async () => {
    const note = chunk(
      1,
      'note.docx',
      'Delivery note for Alder\n\nDriver: T. Okafor\nPackages: 4\n\nDeliver to:\nAlder Ltd, 4 Birch Lane\n\nSeal of Alder:',
    );
    for (const question of ['What is the seal of Alder?', 'What is the delivery note for Alder?'])
      expect((await form(question, [note])).kind).toBe('CLOSEST_CHUNKS');
  });
});
