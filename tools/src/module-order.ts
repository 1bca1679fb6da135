import { type AreaName, areaOrder } from './area-edges.ts';

/**
 * The modules of each area from left to right. A module imports only from those to its left, and only their index.ts. Imports
 * between areas are in area-edges.ts.
 */
export const modulesOfArea = {
  account: ['tenancy', 'identity', 'people', 'app-users', 'access'],
  money: ['billing', 'payments', 'usage'],
  content: [
    'models',
    'connections',
    'files',
    'bases',
    'indexing',
    'documents',
    'search',
    'retrieval',
    'versions',
    'sources',
    'graph',
    'schemas',
    'reasoning',
    'storage',
  ],
  assistants: [
    'drafts',
    'runs',
    'prompts',
    'guardrails',
    'apps',
    'chat',
    'flows',
    'tools',
    'agents',
    'workers',
    'programs',
  ],
  operate: [
    'audit',
    'support',
    'admin',
    'evaluation',
    'feedback',
    'monitoring',
    'migration',
    'crm',
    'onboarding',
  ],
} as const satisfies Record<AreaName, readonly string[]>;

export type ModuleName = (typeof modulesOfArea)[AreaName][number];

/** Every module of all areas, from left to right. */
export const moduleOrder: readonly ModuleName[] = areaOrder.flatMap((area) => [...modulesOfArea[area]]);

/** Returns the area of a module; undefined when the list does not contain it. */
export const areaOf = (name: string): AreaName | undefined =>
  areaOrder.find((area) => modulesOfArea[area].some((known) => known === name));

export interface Edge<Name extends string> {
  from: Name;
  to: Name;
  reason: string;
}

/** Every import from one module to another of the same area. An edge that is not listed here is an error. */
export const moduleEdges: readonly Edge<ModuleName>[] = [
  { from: 'identity', to: 'tenancy', reason: 'A sign-up founds a company, and a session acts in one.' },
  { from: 'people', to: 'tenancy', reason: 'Members and companies are managed.' },
  {
    from: 'people',
    to: 'identity',
    reason: 'An invitation is accepted with an account, and a switch moves a session.',
  },
  { from: 'app-users', to: 'tenancy', reason: 'Mails and screens name the company.' },
  {
    from: 'app-users',
    to: 'identity',
    reason: 'App users sign in with the same passwords, tokens and limits.',
  },
  { from: 'app-users', to: 'people', reason: 'Mails that invite somebody are limited together.' },
  { from: 'access', to: 'app-users', reason: 'Whoever is not a member can be invited as an app user.' },
  { from: 'access', to: 'tenancy', reason: 'Access is listed by member.' },
  { from: 'access', to: 'identity', reason: 'Whoever gave access is named.' },
  { from: 'access', to: 'people', reason: 'Whoever is not a member yet is invited.' },
  { from: 'payments', to: 'billing', reason: 'A payment changes the plan or buys credits.' },
  { from: 'bases', to: 'models', reason: 'A knowledge base names the models that read and embed.' },
  {
    from: 'bases',
    to: 'connections',
    reason: 'A knowledge base keeps its vectors in the store of a connection.',
  },
  { from: 'indexing', to: 'bases', reason: 'An index belongs to a knowledge base.' },
  { from: 'indexing', to: 'connections', reason: 'Vectors are copied to the store of a connection.' },
  { from: 'documents', to: 'models', reason: 'Chunks are embedded; pictures and recordings are read.' },
  { from: 'documents', to: 'files', reason: 'A document is a file that was uploaded.' },
  { from: 'documents', to: 'bases', reason: 'A document belongs to a knowledge base.' },
  { from: 'documents', to: 'indexing', reason: 'What was read goes into the index.' },
  { from: 'search', to: 'models', reason: 'Questions are embedded, and a model ranks.' },
  { from: 'search', to: 'bases', reason: 'A search asks knowledge bases.' },
  { from: 'search', to: 'indexing', reason: 'A search reads the index.' },
  { from: 'search', to: 'documents', reason: 'A hit names its document and says whether it was edited.' },
  { from: 'retrieval', to: 'bases', reason: 'A test asks one knowledge base.' },
  { from: 'retrieval', to: 'documents', reason: 'A saved question names the documents that it expects.' },
  { from: 'retrieval', to: 'search', reason: 'A test is a search that explains itself.' },
  { from: 'versions', to: 'models', reason: 'Another version may embed with another model.' },
  {
    from: 'versions',
    to: 'connections',
    reason: 'A version may keep its vectors in the store of a connection.',
  },
  { from: 'versions', to: 'files', reason: 'Another version reads the files again.' },
  { from: 'versions', to: 'bases', reason: 'A version belongs to a knowledge base.' },
  { from: 'versions', to: 'indexing', reason: 'A version is an index.' },
  { from: 'versions', to: 'documents', reason: 'Documents are cut again.' },
  { from: 'versions', to: 'search', reason: 'Versions are compared by searching both.' },
  { from: 'versions', to: 'retrieval', reason: 'Versions are compared on saved questions.' },
  { from: 'sources', to: 'models', reason: 'An estimate needs the price of embedding.' },
  { from: 'sources', to: 'connections', reason: 'A source reads with the secrets of a connection.' },
  { from: 'sources', to: 'files', reason: 'What a source shows becomes a file.' },
  { from: 'sources', to: 'bases', reason: 'A source fills a knowledge base.' },
  { from: 'sources', to: 'documents', reason: 'What a source holds becomes documents.' },
  { from: 'graph', to: 'models', reason: 'A model reads entities and relations out of chunks.' },
  { from: 'graph', to: 'bases', reason: 'A build is shown under its knowledge base.' },
  { from: 'graph', to: 'indexing', reason: 'A graph is made of the chunks that can be found.' },
  {
    from: 'graph',
    to: 'search',
    reason: 'A search may ask a graph, and a graph shows chunks as a search does.',
  },
  { from: 'schemas', to: 'models', reason: 'A model reads values out of documents.' },
  { from: 'schemas', to: 'bases', reason: 'A schema belongs to a knowledge base.' },
  { from: 'schemas', to: 'indexing', reason: 'Columns are filled from the chunks that can be found.' },
  { from: 'schemas', to: 'documents', reason: 'A document is not deleted while its values are stored.' },
  { from: 'schemas', to: 'search', reason: 'A run reads from the revision that a search sees.' },
  { from: 'storage', to: 'files', reason: 'Files of runs take up storage.' },
  { from: 'storage', to: 'documents', reason: 'Documents take up storage.' },
  { from: 'flows', to: 'drafts', reason: 'Flows are edited as drafts and published.' },
  { from: 'agents', to: 'drafts', reason: 'Agents and crews are edited as drafts and published.' },
  { from: 'flows', to: 'runs', reason: 'Runs of flows are listed, retried and decided on as all others.' },
  { from: 'agents', to: 'runs', reason: 'Runs of agents are listed, retried and decided on as all others.' },
  { from: 'chat', to: 'apps', reason: 'A conversation is with an app.' },
  { from: 'chat', to: 'guardrails', reason: 'Questions are checked before they are answered.' },
  { from: 'flows', to: 'guardrails', reason: 'A step checks a text before a model reads it.' },
  { from: 'flows', to: 'apps', reason: 'A step asks an app.' },
  { from: 'flows', to: 'chat', reason: 'A step asks as the chat page does.' },
  { from: 'agents', to: 'guardrails', reason: 'Tasks are checked before an agent reads them.' },
  { from: 'agents', to: 'apps', reason: 'An agent asks apps.' },
  {
    from: 'tools',
    to: 'flows',
    reason: 'Tools compute actions of pieces and run code as the steps of flows do.',
  },
  { from: 'agents', to: 'tools', reason: 'An agent calls tools.' },
  { from: 'agents', to: 'chat', reason: 'A tool asks as the chat page does.' },
  { from: 'agents', to: 'flows', reason: 'An agent starts flows, and does the tasks that they hand over.' },
  { from: 'workers', to: 'agents', reason: 'A worker runs an agent or a crew, and templates bring agents.' },
  { from: 'workers', to: 'apps', reason: 'A worker answers apps.' },
  { from: 'workers', to: 'chat', reason: 'An answer that is left to a record gets its result.' },
  { from: 'workers', to: 'flows', reason: 'A worker runs a flow, or hands a task to an agent as flows do.' },
  { from: 'programs', to: 'apps', reason: 'Each app is a model and a tool.' },
  { from: 'programs', to: 'agents', reason: 'Each agent is a model and a tool.' },
  { from: 'programs', to: 'flows', reason: 'Each flow is a tool.' },
  { from: 'programs', to: 'chat', reason: 'A program asks as the chat page does.' },
  {
    from: 'onboarding',
    to: 'evaluation',
    reason: 'The last steps of a new company are test questions and their first run.',
  },
  { from: 'admin', to: 'audit', reason: 'The list of companies says why one was disabled.' },
];

/** Every import from one package to another. All packages may import contracts. */
export const packageEdges: readonly Edge<string>[] = [
  { from: 'documents', to: 'turns', reason: 'The processes that read documents are shared among companies.' },
  { from: 'agents', to: 'models', reason: 'An agent speaks with a model in the words of its protocol.' },
  { from: 'connectors', to: 'documents', reason: 'Pages and answers are decoded as files are.' },
  { from: 'pieces', to: 'documents', reason: 'Files and answers of steps are decoded as documents are.' },
  {
    from: 'pieces',
    to: 'agents',
    reason: 'The schema of an answer is read as those of tools are.',
  },
  {
    from: 'pieces',
    to: 'connectors',
    reason: 'Steps of flows and sources of documents use the same connections to databases.',
  },
];
