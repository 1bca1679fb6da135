import { access } from './account/access.ts';
import { agentAccess } from './account/agent-access.ts';
import { appUsers } from './account/app-users/app-users.ts';
import { account } from './account/identity/account.ts';
import { auth } from './account/identity/auth.ts';
import { openid } from './account/identity/openid.ts';
import { orchestratorToken } from './account/identity/orchestrator-token.ts';
import { passkeys } from './account/identity/passkeys.ts';
import { passwords } from './account/identity/passwords.ts';
import { waitlist } from './account/identity/waitlist.ts';
import { people } from './account/people/people.ts';
import { sharedThings } from './account/shared-things.ts';
import { agentMemories } from './assistants/agents/agent-memories.ts';
import { agentRuns } from './assistants/agents/agent-runs.ts';
import { agents } from './assistants/agents/agents.ts';
import { crews } from './assistants/agents/crews.ts';
import { appLook } from './assistants/apps/look.ts';
import { appVersions } from './assistants/apps/versions.ts';
import { apps } from './assistants/apps.ts';
import { chat } from './assistants/chat/chat.ts';
import { curatedAnswers } from './assistants/chat/curated-answers.ts';
import { feedback } from './assistants/chat/feedback.ts';
import { history } from './assistants/chat/history.ts';
import { ratedAnswers } from './assistants/chat/rated-answers.ts';
import { reports } from './assistants/chat/reports.ts';
import { trial } from './assistants/chat/trial.ts';
import { visitors } from './assistants/chat/visitors.ts';
import { flowProposals } from './assistants/flows/flow-proposals.ts';
import { flowRuns } from './assistants/flows/flow-runs.ts';
import { flowSettings } from './assistants/flows/flow-settings.ts';
import { flowWebhooks } from './assistants/flows/flow-webhooks.ts';
import { flows } from './assistants/flows/flows.ts';
import { pieces } from './assistants/flows/pieces.ts';
import { scheduler } from './assistants/flows/scheduler.ts';
import { guardrails } from './assistants/guardrails.ts';
import { mcp } from './assistants/programs/mcp.ts';
import { openai } from './assistants/programs/openai.ts';
import { prompts } from './assistants/prompts/prompts.ts';
import { runRetention } from './assistants/runs/run-retention.ts';
import { runs } from './assistants/runs/runs.ts';
import { mcps } from './assistants/tools/mcps.ts';
import { tools } from './assistants/tools/tools.ts';
import { recordRetention } from './assistants/workers/record-retention.ts';
import { workerAccess } from './assistants/workers/worker-access.ts';
import { workerInputs } from './assistants/workers/worker-inputs.ts';
import { workerRecords } from './assistants/workers/worker-records.ts';
import { workers } from './assistants/workers/workers.ts';
import { knowledge } from './content/bases/knowledge.ts';
import { authorization } from './content/connections/authorization.ts';
import { connections } from './content/connections/connections.ts';
import { baseRemoval } from './content/documents/base-removal.ts';
import { documentImports } from './content/documents/document-imports.ts';
import { documents } from './content/documents/documents.ts';
import { graph } from './content/graph/graph.ts';
import { vectorStores } from './content/indexing/vector-stores.ts';
import { modelCatalogue } from './content/model-catalogue.ts';
import { models } from './content/models.ts';
import { retrieval } from './content/retrieval/retrieval.ts';
import { schemas } from './content/schemas/schemas.ts';
import { sources } from './content/sources/sources.ts';
import { storage } from './content/storage.ts';
import { indexVersions } from './content/versions/index-versions.ts';
import { kernelErrors } from './kernel/kernel-errors.ts';
import { billing } from './money/billing.ts';
import { payments } from './money/payments.ts';
import { admin } from './operate/admin.ts';
import { audit } from './operate/audit.ts';
import { attacks } from './operate/evaluation/attacks.ts';
import { evaluation } from './operate/evaluation/evaluation.ts';
import { alerts } from './operate/monitoring/alerts.ts';
import { monitoring } from './operate/monitoring/monitoring.ts';
import { onboarding } from './operate/onboarding/onboarding.ts';
import { quickStart } from './operate/onboarding/quick-start.ts';
import { support } from './operate/support/support.ts';

/** All contracts, in the order of the modules. */
export const contracts = {
  auth,
  passwords,
  account,
  openid,
  passkeys,
  orchestratorToken,
  waitlist,
  billing,
  payments,
  people,
  access,
  sharedThings,
  appUsers,
  audit,
  support,
  admin,
  models,
  modelCatalogue,
  connections,
  authorization,
  knowledge,
  baseRemoval,
  documentImports,
  documents,
  retrieval,
  indexVersions,
  vectorStores,
  sources,
  graph,
  schemas,
  flows,
  flowSettings,
  flowProposals,
  flowRuns,
  flowWebhooks,
  pieces,
  scheduler,
  guardrails,
  apps,
  appLook,
  appVersions,
  chat,
  feedback,
  ratedAnswers,
  curatedAnswers,
  history,
  reports,
  trial,
  visitors,
  agents,
  agentAccess,
  agentMemories,
  agentRuns,
  crews,
  workers,
  workerAccess,
  workerInputs,
  recordRetention,
  workerRecords,
  openai,
  mcp,
  storage,
  mcps,
  tools,
  prompts,
  attacks,
  evaluation,
  monitoring,
  alerts,
  onboarding,
  quickStart,
  runs,
  runRetention,
} as const;

type DeclaredErrors = {
  [K in keyof typeof contracts]: keyof (typeof contracts)[K]['errors'];
}[keyof typeof contracts];
/** Union of all declared error codes, which are the only ones that `fail` accepts. */
export type ErrorCode = keyof typeof kernelErrors | Extract<DeclaredErrors, string>;

/** Every declared error by its code. */
export const errorCatalogue = Object.assign(
  {},
  kernelErrors,
  ...Object.values(contracts).map((contract) => contract.errors),
) as Record<
  ErrorCode,
  | (typeof kernelErrors)['server.internal']
  | { kind: import('./kernel/contract.ts').ErrorKind; message: string }
>;
