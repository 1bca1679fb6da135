import type { contracts } from '@atelier/contracts';
import { accessMatrix } from './account/access.ts';
import { accountMatrix } from './account/account.ts';
import { appUsersMatrix } from './account/app-users.ts';
import { authMatrix } from './account/auth.ts';
import { openidMatrix } from './account/openid.ts';
import { orchestratorTokenMatrix } from './account/orchestrator-token.ts';
import { passkeysMatrix } from './account/passkeys.ts';
import { passwordsMatrix } from './account/passwords.ts';
import { peopleMatrix } from './account/people.ts';
import { sharedThingsMatrix } from './account/shared-things.ts';
import { waitlistMatrix } from './account/waitlist.ts';
import {
  agentAccessMatrix,
  agentMemoriesMatrix,
  agentRunsMatrix,
  agentsMatrix,
} from './assistants/agents.ts';
import { appLookMatrix, appsMatrix, appVersionsMatrix } from './assistants/apps.ts';
import { chatMatrix, curatedAnswersMatrix, feedbackMatrix, ratedAnswersMatrix } from './assistants/chat.ts';
import { crewsMatrix } from './assistants/crews.ts';
import {
  flowProposalsMatrix,
  flowRunsMatrix,
  flowSettingsMatrix,
  flowsMatrix,
  flowWebhooksMatrix,
  piecesMatrix,
  schedulerMatrix,
} from './assistants/flows.ts';
import { guardrailsMatrix } from './assistants/guardrails.ts';
import { historyMatrix } from './assistants/history.ts';
import { mcpMatrix } from './assistants/mcp.ts';
import { mcpsMatrix } from './assistants/mcps.ts';
import { openaiMatrix } from './assistants/openai.ts';
import { promptsMatrix } from './assistants/prompts.ts';
import { reportsMatrix } from './assistants/reports.ts';
import { runRetentionMatrix, runsMatrix } from './assistants/runs.ts';
import { toolsMatrix } from './assistants/tools.ts';
import { trialMatrix } from './assistants/trial.ts';
import { visitorsMatrix } from './assistants/visitors.ts';
import {
  recordRetentionMatrix,
  workerAccessMatrix,
  workerInputsMatrix,
  workerRecordsMatrix,
  workersMatrix,
} from './assistants/workers.ts';
import { authorizationMatrix } from './content/authorization.ts';
import { baseRemovalMatrix } from './content/base-removal.ts';
import { connectionsMatrix } from './content/connections.ts';
import { documentImportsMatrix } from './content/document-imports.ts';
import { documentsMatrix } from './content/documents.ts';
import { graphMatrix } from './content/graph.ts';
import { indexVersionsMatrix } from './content/index-versions.ts';
import { knowledgeMatrix } from './content/knowledge.ts';
import { modelCatalogueMatrix, modelsMatrix } from './content/models.ts';
import { retrievalMatrix } from './content/retrieval.ts';
import { schemasMatrix } from './content/schemas.ts';
import { sourcesMatrix } from './content/sources.ts';
import { storageMatrix } from './content/storage.ts';
import { vectorStoresMatrix } from './content/vector-stores.ts';
import type { Matrix } from './matrix.ts';
import { billingMatrix } from './money/billing.ts';
import { paymentsMatrix } from './money/payments.ts';
import { adminMatrix } from './operate/admin.ts';
import { attacksMatrix } from './operate/attacks.ts';
import { auditMatrix } from './operate/audit.ts';
import { evaluationMatrix } from './operate/evaluation.ts';
import { alertsMatrix, monitoringMatrix } from './operate/monitoring.ts';
import { onboardingMatrix, quickStartMatrix } from './operate/onboarding.ts';
import { supportMatrix } from './operate/support.ts';

/** The matrices of all contracts; a contract without one does not compile. */
export const matrices = {
  auth: authMatrix,
  passwords: passwordsMatrix,
  account: accountMatrix,
  openid: openidMatrix,
  passkeys: passkeysMatrix,
  orchestratorToken: orchestratorTokenMatrix,
  waitlist: waitlistMatrix,
  billing: billingMatrix,
  payments: paymentsMatrix,
  people: peopleMatrix,
  access: accessMatrix,
  sharedThings: sharedThingsMatrix,
  appUsers: appUsersMatrix,
  audit: auditMatrix,
  support: supportMatrix,
  admin: adminMatrix,
  models: modelsMatrix,
  modelCatalogue: modelCatalogueMatrix,
  connections: connectionsMatrix,
  authorization: authorizationMatrix,
  knowledge: knowledgeMatrix,
  baseRemoval: baseRemovalMatrix,
  documentImports: documentImportsMatrix,
  documents: documentsMatrix,
  retrieval: retrievalMatrix,
  indexVersions: indexVersionsMatrix,
  vectorStores: vectorStoresMatrix,
  sources: sourcesMatrix,
  graph: graphMatrix,
  schemas: schemasMatrix,
  flows: flowsMatrix,
  scheduler: schedulerMatrix,
  flowSettings: flowSettingsMatrix,
  flowProposals: flowProposalsMatrix,
  flowRuns: flowRunsMatrix,
  flowWebhooks: flowWebhooksMatrix,
  pieces: piecesMatrix,
  guardrails: guardrailsMatrix,
  apps: appsMatrix,
  appLook: appLookMatrix,
  appVersions: appVersionsMatrix,
  chat: chatMatrix,
  feedback: feedbackMatrix,
  ratedAnswers: ratedAnswersMatrix,
  curatedAnswers: curatedAnswersMatrix,
  history: historyMatrix,
  reports: reportsMatrix,
  trial: trialMatrix,
  visitors: visitorsMatrix,
  agents: agentsMatrix,
  agentAccess: agentAccessMatrix,
  agentMemories: agentMemoriesMatrix,
  agentRuns: agentRunsMatrix,
  crews: crewsMatrix,
  workers: workersMatrix,
  workerAccess: workerAccessMatrix,
  workerInputs: workerInputsMatrix,
  workerRecords: workerRecordsMatrix,
  recordRetention: recordRetentionMatrix,
  openai: openaiMatrix,
  mcp: mcpMatrix,
  storage: storageMatrix,
  evaluation: evaluationMatrix,
  attacks: attacksMatrix,
  monitoring: monitoringMatrix,
  alerts: alertsMatrix,
  onboarding: onboardingMatrix,
  quickStart: quickStartMatrix,
  runs: runsMatrix,
  runRetention: runRetentionMatrix,
  mcps: mcpsMatrix,
  tools: toolsMatrix,
  prompts: promptsMatrix,
} satisfies Record<keyof typeof contracts, Matrix>;
