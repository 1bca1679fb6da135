import type { CategoryOfTemplates, Template } from './template.ts';

export const templateCategories: readonly CategoryOfTemplates[] = [
  { categoryId: 'sales', name: 'Sales' },
  { categoryId: 'finance', name: 'Finance' },
  { categoryId: 'people', name: 'People' },
  { categoryId: 'support', name: 'Support' },
  { categoryId: 'legal', name: 'Legal' },
  { categoryId: 'office', name: 'Office' },
];

const fieldsOf = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
  additionalProperties: false,
});

const leadTriage: Template = {
  templateId: 'lead-triage',
  name: 'Lead triage',
  description: 'Reads a message from a possible customer, says how promising it is and what to do next.',
  categoryId: 'sales',
  icon: 'inbox',
  steps: [
    'Reads the message',
    'Finds who writes and what they want',
    'Says how promising it is',
    'Proposes the next step',
  ],
  instructions: 'Read this message from a possible customer.',
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Lead triage',
      description: 'Says how promising a message from a possible customer is.',
      instructions: `Read the message and fill in the fields. Company and Contact are as the message says them, or empty. Need is one sentence. Priority is High,
Medium or Low: High when there is a budget, a date or many users, Low when nothing is asked for. Next step says what a person should do next, in one
sentence. Never make anything up.`,
      outputSchema: fieldsOf('Company', 'Contact', 'Need', 'Priority', 'Next step'),
    },
  },
  queue: [{ kind: 'API' }, { kind: 'UPLOAD' }],
  outputs: [
    { kind: 'TABLE', name: 'Leads', columns: ['Company', 'Contact', 'Need', 'Priority', 'Next step'] },
  ],
  approval: 'ALWAYS',
  sampleData: [
    {
      name: 'A question about licences',
      fileName: null,
      input: `From: Maria Keller <maria.keller@nordlicht.example>
Subject: Licences for 40 people

Hello, we are looking for a tool for our support team of 40 people and want to begin in March. Could you send us an offer and show it to us next week?
Maria Keller, Nordlicht GmbH`,
    },
  ],
};

/** All templates, in the order of the gallery. */
export const templates: readonly Template[] = [leadTriage];

export const findTemplate = (id: string): Template | undefined =>
  templates.find(({ templateId }) => templateId === id);
