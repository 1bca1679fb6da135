import type { Template } from '../template.ts';
import {
  amount,
  buildEnumField,
  buildListField,
  buildQueue,
  buildResultSchema,
  buildToolSettings,
  foreignText,
  words,
} from '../template.ts';
import { orderFlow } from './flow-works.ts';

const invoiceExtraction: Template = {
  templateId: 'invoice-extraction',
  name: 'Invoice extraction',
  description: 'Reads invoices, recalculates them, asks for approval, and adds a row to your invoice table.',
  categoryId: 'finance',
  icon: 'receipt',
  needs: ['Invoices as PDF, scan or text'],
  steps: [
    'Read supplier, number, dates, amounts and bank account',
    'Recalculate net, tax and total',
    'Point out what does not fit',
    'Wait for approval, then add a row to the table of invoices',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Invoice reader',
      description: 'Reads invoices and recalculates them.',
      instructions: `You read invoices for an accounting team.
Take every value exactly as it is printed. Dates are written as YYYY-MM-DD, amounts as plain numbers with a point, currencies as three letters. A value that is not printed is "" or, for an amount, 0, and is named under problems.
Recalculate with the calculator: the sum of the positions, the tax, and the total. Never calculate in your head. Whatever differs by more than 0.01 is a problem, with both figures.
Also a problem: a due date before the invoice date, a bank account that the text says has changed, a missing tax number, a reminder instead of an invoice.
${foreignText}`,
      outputSchema: buildResultSchema({
        supplier: words('Who sends the invoice'),
        invoice_number: words('Its number'),
        invoice_date: words('YYYY-MM-DD'),
        due_date: words('YYYY-MM-DD'),
        currency: words('Three letters'),
        net: amount('The sum before tax'),
        tax: amount('The tax'),
        total: amount('What is to be paid'),
        iban: words('The bank account'),
        problems: words('What does not fit; empty when everything does'),
      }),
      tools: buildToolSettings('tol_calculate', 'tol_summarize_numbers', 'tol_date_difference'),
    },
  },
  instructions: 'This is an invoice. Read and check it.',
  readsMail: true,
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [
    {
      kind: 'TABLE',
      name: 'Invoices',
      columns: [
        'supplier',
        'invoice_number',
        'invoice_date',
        'due_date',
        'currency',
        'net',
        'tax',
        'total',
        'iban',
        'problems',
      ],
    },
  ],
  approval: 'ALWAYS',
  sampleData: [
    {
      name: 'Invoice of a paper mill',
      fileName: 'invoice-2026-0417.txt',
      input: `Brook Paper Mill Ltd · 4 Weir Lane · Ashford
Tax number GB 442 118 907

Invoice 2026-0417                                    Date: 3 November 2026
To: Larkspur Bicycles                                Due: 3 December 2026

Item                          Quantity     Price      Amount
Boxes, 140 × 80 × 25 cm            200      4.20      840.00
Packing paper, roll                 15     12.00      180.00
                                             Net    1,020.00
                                        VAT 20 %      204.00
                                           Total    1,224.00 GBP

Please pay to GB29 NWBK 6016 1331 9268 19.`,
    },
  ],
  sampleOutput: {
    supplier: 'Brook Paper Mill Ltd',
    invoice_number: '2026-0417',
    invoice_date: '2026-11-03',
    due_date: '2026-12-03',
    currency: 'GBP',
    net: 1020,
    tax: 204,
    total: 1224,
    iban: 'GB29 NWBK 6016 1331 9268 19',
    problems: '',
  },
};

const expenseCheck: Template = {
  templateId: 'expense-check',
  name: 'Expense check',
  description: 'Compares an expense report with your rules, and says what to approve, to ask or to refuse.',
  categoryId: 'finance',
  icon: 'wallet',
  needs: ['Better with your expense policy as a knowledge base, given to the agent'],
  steps: [
    'Read every expense, with date, amount and purpose',
    'Compare it with the policy',
    'Add up what is approved',
    'List the questions to the person who handed it in',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Expense checker',
      description: 'Compares expense reports with the policy.',
      instructions: `You check expense reports before a person signs them.
Search the knowledge bases for the policy. Without one, apply this: meals up to 35 a day, hotels up to 140 a night, taxis only with a reason, alcohol never, every expense above 25 with a receipt.
Judge each line: approved, to be asked, or refused, with the rule that applies. Whoever handed it in gets the benefit of the doubt: ask before you refuse.
Add up the approved lines with the calculator. Look for the same expense twice, and for weekends outside the trip.
${foreignText}`,
      outputSchema: buildResultSchema({
        person: words('Who handed it in'),
        claimed: amount('The sum of all lines'),
        approved: amount('The sum of the approved lines'),
        lines: buildListField('“Expense, amount: approved, to be asked or refused, and the rule”'),
        questions: buildListField('What to ask the person; empty when nothing is open'),
        recommendation: buildEnumField(['APPROVE', 'ASK', 'REFUSE'], 'What to do with the report'),
      }),
      tools: buildToolSettings('tol_calculate', 'tol_summarize_numbers', 'tol_date_difference'),
    },
  },
  instructions: 'This is an expense report. Check it.',
  queue: buildQueue('API', 'UPLOAD', 'WEBHOOK'),
  outputs: [{ kind: 'KEEP' }],
  approval: 'ALWAYS',
  sampleData: [
    {
      name: 'Trip to a fair',
      fileName: 'expenses-kessler.txt',
      input: `Expense report: R. Kessler, trade fair in Lyon, 14 to 16 October 2026
14 Oct  Train, second class           118.00  receipt
14 Oct  Hotel, two nights              262.00  receipt
14 Oct  Dinner with a supplier          61.50  receipt
15 Oct  Taxi to the station              38.00  no receipt
15 Oct  Lunch                            18.20  receipt`,
    },
  ],
  sampleOutput: {
    person: 'R. Kessler',
    claimed: 497.7,
    approved: 398.2,
    lines: [
      'Train, 118.00: approved',
      'Hotel, two nights, 262.00: approved, 131.00 a night',
      'Dinner, 61.50: to be asked, above 35 a day unless the supplier was a guest',
      'Taxi, 38.00: to be asked, above 25 without a receipt',
      'Lunch, 18.20: approved',
    ],
    questions: [
      'Who took part in the dinner on 14 October?',
      'Is there a receipt for the taxi, and what was the reason?',
    ],
    recommendation: 'ASK',
  },
};

const orderIntake: Template = {
  templateId: 'order-intake',
  name: 'Order intake from mail',
  description: 'Reads orders that arrive as plain mail, and turns them into rows for your order system.',
  categoryId: 'finance',
  icon: 'cart',
  needs: ['A mailbox for orders'],
  steps: [
    'Read customer, address, positions and delivery date',
    'Keep open what the customer did not say',
    'Wait for approval, then add a row to the table of orders',
  ],
  target: { kind: 'FLOW', content: orderFlow },
  instructions: '',
  readsMail: true,
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [
    {
      kind: 'TABLE',
      name: 'Orders',
      columns: ['customer', 'address', 'positions', 'delivery_date', 'remarks', 'missing'],
    },
  ],
  approval: 'ALWAYS',
  sampleData: [
    {
      name: 'Order of a bakery',
      fileName: null,
      input: `From: Paula Henke <paula@henke-bakery.example>
Subject: Order

Hi, please send us again 3 x B-40 basket and 1 x T-7 trailer to 12 Mill Street, Ashford. We need them before 5 December, and please ring at the back door.
Paula, Henke Bakery`,
    },
  ],
  sampleOutput: {
    customer: 'Henke Bakery, Paula Henke',
    address: '12 Mill Street, Ashford',
    positions: '3 × B-40 basket; 1 × T-7 trailer',
    delivery_date: 'before 5 December',
    remarks: 'Ring at the back door',
    missing: '',
  },
};

export const financeTemplates: readonly Template[] = [invoiceExtraction, orderIntake, expenseCheck];
