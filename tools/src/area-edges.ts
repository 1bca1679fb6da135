import type { Edge } from './module-order.ts';

/** The areas of the product from left to right. An area imports only from those to its left. */
export const areaOrder = ['account', 'money', 'content', 'assistants', 'operate'] as const;

export type AreaName = (typeof areaOrder)[number];

/** Every import from one area of the server to another. An edge that is not listed here is an error. */
export const areaEdges: readonly Edge<AreaName>[] = [
  {
    from: 'money',
    to: 'account',
    reason: 'A subscription belongs to a company, whose owners are warned by mail.',
  },
  { from: 'content', to: 'account', reason: 'Members see the knowledge that they were given.' },
  { from: 'content', to: 'money', reason: 'Reading and searching hold credits, and a plan has limits.' },
  { from: 'assistants', to: 'account', reason: 'Members see the apps that they were given.' },
  { from: 'assistants', to: 'money', reason: 'Answers hold credits, and a plan has limits.' },
  { from: 'assistants', to: 'content', reason: 'An app answers from knowledge bases with a model.' },
  { from: 'operate', to: 'account', reason: 'Administrators manage companies and the waiting list.' },
  { from: 'operate', to: 'money', reason: 'Administrators see plans and mark invoices as paid.' },
  { from: 'operate', to: 'content', reason: 'The first step of a new company is a knowledge base.' },
  { from: 'operate', to: 'assistants', reason: 'The next steps are an app and a question to it.' },
];
