/** Server modules from left to right: a module may import only what stands left of it, at its index.ts. */
export const moduleOrder = [
  'tenancy',
  'identity',
  'access',
  'audit',
  'billing',
  'models',
  'connections',
  'files',
  'knowledge',
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
  { from: 'models', to: 'billing', reason: 'Every paid call holds credits first and is charged after.' },
  { from: 'knowledge', to: 'models', reason: 'Chunks and questions are embedded.' },
  { from: 'knowledge', to: 'files', reason: 'A document is a file that was uploaded.' },
  { from: 'apps', to: 'knowledge', reason: 'An app answers from knowledge bases.' },
  {
    from: 'chat',
    to: 'billing',
    reason: 'An answer holds credits before it is written and is charged when it ends.',
  },
  { from: 'chat', to: 'models', reason: 'A model writes the answer.' },
  { from: 'chat', to: 'knowledge', reason: 'Passages are found and sources are opened.' },
  { from: 'chat', to: 'apps', reason: 'A conversation is with an app.' },
];

/** Every import from one package to another; contracts is open to all. */
export const packageEdges: readonly Edge<string>[] = [];
