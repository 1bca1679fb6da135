import type { contracts } from '@atelier/contracts';
import { accessMatrix } from './access.ts';
import { accountMatrix } from './account.ts';
import { adminMatrix } from './admin.ts';
import { appsMatrix } from './apps.ts';
import { auditMatrix } from './audit.ts';
import { authMatrix } from './auth.ts';
import { authorizationMatrix } from './authorization.ts';
import { billingMatrix } from './billing.ts';
import { chatMatrix } from './chat.ts';
import { connectionsMatrix } from './connections.ts';
import { documentsMatrix } from './documents.ts';
import { graphMatrix } from './graph.ts';
import { historyMatrix } from './history.ts';
import { indexVersionsMatrix } from './index-versions.ts';
import { knowledgeMatrix } from './knowledge.ts';
import type { Matrix } from './matrix.ts';
import { modelsMatrix } from './models.ts';
import { onboardingMatrix, quickStartMatrix } from './onboarding.ts';
import { openaiMatrix } from './openai.ts';
import { openidMatrix } from './openid.ts';
import { passkeysMatrix } from './passkeys.ts';
import { passwordsMatrix } from './passwords.ts';
import { paymentsMatrix } from './payments.ts';
import { peopleMatrix } from './people.ts';
import { retrievalMatrix } from './retrieval.ts';
import { schemasMatrix } from './schemas.ts';
import { sourcesMatrix } from './sources.ts';
import { storageMatrix } from './storage.ts';
import { supportMatrix } from './support.ts';
import { vectorStoresMatrix } from './vector-stores.ts';
import { waitlistMatrix } from './waitlist.ts';

/** The matrix of every contract; a contract without one does not compile. */
export const matrices = {
  auth: authMatrix,
  passwords: passwordsMatrix,
  account: accountMatrix,
  openid: openidMatrix,
  passkeys: passkeysMatrix,
  waitlist: waitlistMatrix,
  billing: billingMatrix,
  payments: paymentsMatrix,
  people: peopleMatrix,
  access: accessMatrix,
  audit: auditMatrix,
  support: supportMatrix,
  admin: adminMatrix,
  models: modelsMatrix,
  connections: connectionsMatrix,
  authorization: authorizationMatrix,
  knowledge: knowledgeMatrix,
  documents: documentsMatrix,
  retrieval: retrievalMatrix,
  indexVersions: indexVersionsMatrix,
  vectorStores: vectorStoresMatrix,
  sources: sourcesMatrix,
  graph: graphMatrix,
  schemas: schemasMatrix,
  apps: appsMatrix,
  chat: chatMatrix,
  history: historyMatrix,
  openai: openaiMatrix,
  storage: storageMatrix,
  onboarding: onboardingMatrix,
  quickStart: quickStartMatrix,
} satisfies Record<keyof typeof contracts, Matrix>;
