/** Server modules from left to right: a module may import only what stands left of it, at its index.ts. */
export const moduleOrder = [
  'tenancy',
  'identity',
  'billing',
  'people',
  'access',
  'audit',
  'support',
  'admin',
  'models',
  'connections',
  'files',
  'knowledge',
  'sources',
  'graph',
  'schemas',
  'reasoning',
  'prompts',
  'guardrails',
  'tools',
  'flows',
  'agents',
  'crews',
  'workers',
  'apps',
  'chat',
  'evaluation',
  'feedback',
  'monitoring',
  'migration',
  'crm',
  'storage',
  'onboarding',
] as const;

export type ModuleName = (typeof moduleOrder)[number];

export interface Edge<Name extends string> {
  from: Name;
  to: Name;
  reason: string;
}

/** Every import from one server module to another. An edge that is not listed here is an error. */
export const moduleEdges: readonly Edge<ModuleName>[] = [
  { from: 'identity', to: 'tenancy', reason: 'A sign-up founds a company, and a session acts in one.' },
  {
    from: 'billing',
    to: 'tenancy',
    reason: 'A subscription belongs to a company, whose owners and admins are warned by mail.',
  },
  { from: 'people', to: 'tenancy', reason: 'Members and companies are managed.' },
  {
    from: 'people',
    to: 'identity',
    reason: 'An invitation is accepted with an account, and a switch moves a session.',
  },
  { from: 'people', to: 'billing', reason: 'A plan has seats.' },
  { from: 'access', to: 'people', reason: 'Whoever is not a member yet is invited.' },
  { from: 'admin', to: 'tenancy', reason: 'Companies are listed, disabled and enabled.' },
  { from: 'admin', to: 'identity', reason: 'The waiting list is answered.' },
  {
    from: 'admin',
    to: 'billing',
    reason: 'The list of companies shows plan and usage, and invoices are marked as paid.',
  },
  { from: 'models', to: 'billing', reason: 'Every paid call holds credits first and is charged after.' },
  { from: 'knowledge', to: 'models', reason: 'Chunks and questions are embedded.' },
  { from: 'knowledge', to: 'files', reason: 'A document is a file that was uploaded.' },
  { from: 'knowledge', to: 'access', reason: 'An operator sees what they were given.' },
  {
    from: 'knowledge',
    to: 'billing',
    reason: 'A plan has room for so many knowledge bases and so much storage.',
  },
  {
    from: 'knowledge',
    to: 'connections',
    reason: 'A knowledge base keeps its vectors in the store of a connection.',
  },
  { from: 'sources', to: 'tenancy', reason: 'Nothing is taken for a company that is disabled.' },
  { from: 'sources', to: 'models', reason: 'An estimate needs the price of embedding.' },
  { from: 'sources', to: 'connections', reason: 'A source reads with the secrets of a connection.' },
  { from: 'sources', to: 'files', reason: 'What a source shows becomes a file.' },
  { from: 'sources', to: 'knowledge', reason: 'What a source holds becomes documents.' },
  { from: 'graph', to: 'billing', reason: 'A build has a budget.' },
  { from: 'graph', to: 'models', reason: 'A model reads entities and relations out of passages.' },
  { from: 'graph', to: 'knowledge', reason: 'A graph is made of the passages of a knowledge base.' },
  { from: 'schemas', to: 'billing', reason: 'A run has a budget.' },
  { from: 'schemas', to: 'models', reason: 'A model reads values out of documents.' },
  { from: 'schemas', to: 'knowledge', reason: 'Columns are filled from the documents of a knowledge base.' },
  { from: 'apps', to: 'access', reason: 'An operator sees what they were given.' },
  { from: 'apps', to: 'billing', reason: 'A plan has room for so many apps.' },
  { from: 'apps', to: 'models', reason: 'An app names the model that answers.' },
  { from: 'apps', to: 'knowledge', reason: 'An app answers from knowledge bases.' },
  {
    from: 'chat',
    to: 'billing',
    reason: 'An answer holds credits before it is written and is charged when it ends.',
  },
  { from: 'chat', to: 'models', reason: 'A model writes the answer.' },
  { from: 'chat', to: 'knowledge', reason: 'Passages are found and sources are opened.' },
  { from: 'chat', to: 'apps', reason: 'A conversation is with an app.' },
  { from: 'storage', to: 'knowledge', reason: 'Documents take up storage.' },
  { from: 'storage', to: 'billing', reason: 'A plan has so much storage.' },
  { from: 'onboarding', to: 'identity', reason: 'The guided tours that were seen are kept with the user.' },
  {
    from: 'onboarding',
    to: 'models',
    reason: 'A knowledge base made at once embeds with the default model.',
  },
  { from: 'onboarding', to: 'knowledge', reason: 'The first step is a knowledge base.' },
  { from: 'onboarding', to: 'apps', reason: 'The second step is an app.' },
  { from: 'onboarding', to: 'chat', reason: 'The third step is a question to it.' },
];

/** Every import from one package to another; contracts is open to all. */
export const packageEdges: readonly Edge<string>[] = [];
