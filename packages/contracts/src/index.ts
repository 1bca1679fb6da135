import { access } from './access.ts';
import { account } from './account.ts';
import { admin } from './admin.ts';
import { apps } from './apps.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { authorization } from './authorization.ts';
import { billing } from './billing.ts';
import { chat } from './chat.ts';
import { connections } from './connections.ts';
import { documents } from './documents.ts';
import { graph } from './graph.ts';
import { history } from './history.ts';
import { indexVersions } from './index-versions.ts';
import { kernelErrors } from './kernel-errors.ts';
import { knowledge } from './knowledge.ts';
import { models } from './models.ts';
import { onboarding } from './onboarding.ts';
import { openai } from './openai.ts';
import { openid } from './openid.ts';
import { passkeys } from './passkeys.ts';
import { passwords } from './passwords.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { quickStart } from './quick-start.ts';
import { retrieval } from './retrieval.ts';
import { schemas } from './schemas.ts';
import { sources } from './sources.ts';
import { storage } from './storage.ts';
import { support } from './support.ts';
import { vectorStores } from './vector-stores.ts';
import { waitlist } from './waitlist.ts';

export * from './access.ts';
export * from './account.ts';
export * from './admin.ts';
export * from './apps.ts';
export * from './audit.ts';
export * from './auth.ts';
export * from './authorization.ts';
export * from './billing.ts';
export * from './billing-usage.ts';
export * from './chat.ts';
export * from './chunking-shapes.ts';
export * from './connections.ts';
export * from './constants.ts';
export * from './contract.ts';
export * from './document-place.ts';
export * from './documents.ts';
export * from './field-schema.ts';
export * from './field-secrets.ts';
export * from './field-values.ts';
export * from './fields.ts';
export * from './graph.ts';
export * from './graph-shapes.ts';
export * from './history.ts';
export * from './import-shapes.ts';
export * from './index-versions.ts';
export * from './invited-by.ts';
export * from './kernel-errors.ts';
export * from './knowledge.ts';
export * from './knowledge-shapes.ts';
export * from './models.ts';
export * from './onboarding.ts';
export * from './openai.ts';
export * from './openid.ts';
export * from './passkeys.ts';
export * from './passwords.ts';
export * from './payments.ts';
export * from './people.ts';
export * from './permissions.ts';
export * from './quick-start.ts';
export * from './retrieval.ts';
export * from './retrieval-explanation.ts';
export * from './retrieval-filter.ts';
export * from './retrieval-records.ts';
export * from './retrieval-shapes.ts';
export * from './schema-shapes.ts';
export * from './schemas.ts';
export * from './secret-destination.ts';
export * from './shapes.ts';
export * from './source-shapes.ts';
export * from './sources.ts';
export * from './storage.ts';
export * from './support.ts';
export * from './vector-stores.ts';
export * from './waitlist.ts';

/** Every contract of the product, in module order. */
export const contracts = {
  auth,
  passwords,
  account,
  openid,
  passkeys,
  waitlist,
  billing,
  payments,
  people,
  access,
  audit,
  support,
  admin,
  models,
  connections,
  authorization,
  knowledge,
  documents,
  retrieval,
  indexVersions,
  vectorStores,
  sources,
  graph,
  schemas,
  apps,
  chat,
  history,
  openai,
  storage,
  onboarding,
  quickStart,
} as const;

type DeclaredErrors = {
  [K in keyof typeof contracts]: keyof (typeof contracts)[K]['errors'];
}[keyof typeof contracts];
/** Every code that the product may answer with; `fail` takes nothing else. */
export type ErrorCode = keyof typeof kernelErrors | Extract<DeclaredErrors, string>;

/** Every declared error by its code. */
export const errorCatalogue = Object.assign(
  {},
  kernelErrors,
  ...Object.values(contracts).map((contract) => contract.errors),
) as Record<
  ErrorCode,
  (typeof kernelErrors)['server.internal'] | { kind: import('./contract.ts').ErrorKind; message: string }
>;
