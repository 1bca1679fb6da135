import type { Template } from '../template.ts';
import {
  buildEnumField,
  buildListField,
  buildQueue,
  buildResultSchema,
  buildToolSettings,
  foreignText,
  words,
} from '../template.ts';

const contractReview: Template = {
  templateId: 'contract-review',
  name: 'Contract review',
  description: 'Reads a contract clause by clause, and lists risks, deadlines and what to negotiate.',
  categoryId: 'legal',
  icon: 'scale',
  needs: ['Better with your own terms as a knowledge base, given to the risk reader'],
  steps: [
    'One agent lists parties, money, dates and how to end the contract',
    'Another reads every clause for risks',
    'The lead compares both, and writes one page',
    'Wait for a person, who decides',
  ],
  target: {
    kind: 'CREW',
    instructions: `You prepare contracts for a person who signs them. You give no legal advice: you point at clauses.
Every statement names the number of its clause and quotes at most fifteen words. What the contract does not settle is named as missing.
${foreignText}`,
    agents: [
      {
        name: 'Review lead',
        description: 'Plans the review of a contract, and writes the page that is signed off.',
        instructions: `Hand the whole contract to the terms reader and to the risk reader at the same time. Compare what comes back with the text.
Finish with one page in Markdown: "In short" (three sentences and one of: sign, negotiate, ask a lawyer), a table of dates and money, "Risks" (the highest first, each with clause, quote, why, and a wording to propose), and "Missing".`,
      },
      {
        name: 'Terms reader',
        description: 'Lists parties, money, dates and terms of a contract.',
        instructions: `List: the parties, what each owes, prices and how they may change, payment terms, beginning, end, renewal, notice periods with the last day on which notice can be given, liability limits, governing law and place of jurisdiction. Calculate days with the tool.`,
        tools: buildToolSettings('tol_date_difference', 'tol_current_date', 'tol_calculate'),
      },
      {
        name: 'Risk reader',
        description: 'Finds clauses of a contract that are risky.',
        instructions: `Read every clause and ask: what is the worst that this allows the other side? Look for unlimited liability, one-sided changes of price or service, automatic renewal, exclusivity, penalties, broad indemnities, transfer of rights, audit rights, and data leaving the country. Grade each HIGH, MEDIUM or LOW, and propose a wording that a reasonable partner accepts.`,
      },
    ],
  },
  instructions: 'This is a contract. Review it for us as the customer.',
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [{ kind: 'FILE', name: 'Review', format: 'MARKDOWN' }],
  approval: 'ALWAYS',
  sampleData: [
    {
      name: 'Service contract',
      fileName: 'service-contract.txt',
      input: `SERVICE CONTRACT between Larkspur Bicycles ("Customer") and Cloudrack GmbH ("Provider")
1. The Provider hosts the rental platform. 2. The fee is 1,800 euros a month; the Provider may raise it at any time with a notice of 14 days.
3. The contract begins on 1 January 2027, runs for 36 months, and renews for 24 months unless notice is given 6 months before its end.
4. The Provider is liable for damages up to the fee of one month. The Customer is liable without limit.
5. The Provider may use data of the Customer to improve its services. 6. German law applies; Frankfurt has jurisdiction.`,
    },
  ],
  sampleOutput: `## In short

A hosting contract of 36 months for 1,800 euros a month. Price, renewal and liability favour the provider. **Negotiate.**

| What | Date or amount | Clause |
|---|---|---|
| Beginning | 1 January 2027 | 3 |
| Last day of notice | 30 June 2029 | 3 |
| Fee | 1,800 euros a month | 2 |

## Risks

1. HIGH, clause 4: “The Customer is liable without limit.” Propose the same limit for both sides.
2. HIGH, clause 2: “may raise it at any time”. Propose once a year, with a right to end the contract.
3. MEDIUM, clause 5: “may use data of the Customer”. Propose anonymous figures only.

## Missing

- Availability, and what happens when it is not reached.`,
};

const offerComparison: Template = {
  templateId: 'offer-comparison',
  name: 'Offer comparison',
  description: 'Puts offers side by side in one currency and one scope, and says what is not comparable.',
  categoryId: 'legal',
  icon: 'columns',
  needs: ['Two or more offers, in one document or one after the other'],
  steps: [
    'Read each offer: scope, prices, terms',
    'Recalculate everything to the same quantity',
    'Name what one offer leaves out',
    'Recommend one, with the reason',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Offer comparer',
      description: 'Compares offers of suppliers.',
      instructions: `You compare offers for a buyer.
Bring all to the same quantity, period and currency, with the calculator; never in your head. Costs that an offer leaves out (delivery, set-up, tax) are named, never guessed.
Compare price, delivery, payment, warranty, and how to get out. Recommend one and say in one sentence what would change your mind. When they cannot be compared, say which question to ask whom.
${foreignText}`,
      outputSchema: buildResultSchema({
        offers: buildListField('“Supplier: total for the same scope, delivery, payment, warranty”'),
        not_comparable: buildListField('What only some of the offers include'),
        recommendation: words('Which one, why, and what would change it'),
        certainty: buildEnumField(['HIGH', 'MEDIUM', 'LOW'], 'How certain the recommendation is'),
      }),
      tools: buildToolSettings('tol_calculate', 'tol_summarize_numbers'),
    },
  },
  instructions: 'These are offers. Compare them.',
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [{ kind: 'KEEP' }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'Two offers for tyres',
      fileName: 'offers-tyres.txt',
      input: `Offer 1, Rubberworks: 400 tyres R-26 at 11.80 each, delivery included, within 10 days, payment 30 days.
Offer 2, TyreDirect: 400 tyres R-26 at 10.90 each, delivery 260 flat, in 5 weeks, payment in advance, 3 years of warranty.`,
    },
  ],
  sampleOutput: {
    offers: [
      'Rubberworks: 4,720.00, 10 days, 30 days to pay, warranty not named',
      'TyreDirect: 4,620.00 with delivery, 5 weeks, in advance, 3 years',
    ],
    not_comparable: ['Warranty: only TyreDirect names one', 'Tax: neither says whether it is included'],
    recommendation:
      'Rubberworks: 100 more, but a month earlier and without paying in advance. A warranty of less than two years would change that.',
    certainty: 'MEDIUM',
  },
};

export const legalTemplates: readonly Template[] = [contractReview, offerComparison];
