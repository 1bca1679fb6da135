import { z } from 'zod';
import * as access from './account/access.ts';
import * as appUsers from './account/app-users/app-users.ts';
import * as account from './account/identity/account.ts';
import * as auth from './account/identity/auth.ts';
import * as openid from './account/identity/openid.ts';
import * as passkeys from './account/identity/passkeys.ts';
import * as passwords from './account/identity/passwords.ts';
import * as waitlist from './account/identity/waitlist.ts';
import * as people from './account/people/people.ts';
import * as peopleShapes from './account/people/people-shapes.ts';
import * as sharedThings from './account/shared-things.ts';
import * as agentMemories from './assistants/agents/agent-memories.ts';
import * as agentRunShapes from './assistants/agents/agent-run-shapes.ts';
import * as agentShapes from './assistants/agents/agent-shapes.ts';
import * as crewShapes from './assistants/agents/crew-shapes.ts';
import * as answering from './assistants/apps/answering.ts';
import * as appSettings from './assistants/apps/app-settings.ts';
import * as versions from './assistants/apps/versions.ts';
import * as apps from './assistants/apps.ts';
import * as answerOrigin from './assistants/chat/answer-origin.ts';
import * as attachedFiles from './assistants/chat/attached-files.ts';
import * as chat from './assistants/chat/chat.ts';
import * as chatbot from './assistants/chat/chatbot.ts';
import * as curatedAnswers from './assistants/chat/curated-answers.ts';
import * as feedback from './assistants/chat/feedback.ts';
import * as history from './assistants/chat/history.ts';
import * as ratedAnswers from './assistants/chat/rated-answers.ts';
import * as reports from './assistants/chat/reports.ts';
import * as shownFile from './assistants/chat/shown-file.ts';
import * as trace from './assistants/chat/trace.ts';
import * as trial from './assistants/chat/trial.ts';
import * as chatUsage from './assistants/chat/usage.ts';
import * as flowRunShapes from './assistants/flows/flow-run-shapes.ts';
import * as flowSettings from './assistants/flows/flow-settings.ts';
import * as flowShapes from './assistants/flows/flow-shapes.ts';
import * as pieces from './assistants/flows/pieces.ts';
import * as scheduler from './assistants/flows/scheduler.ts';
import * as guardrails from './assistants/guardrails.ts';
import * as mcp from './assistants/programs/mcp.ts';
import * as openaiReplies from './assistants/programs/openai-replies.ts';
import * as openaiShapes from './assistants/programs/openai-shapes.ts';
import * as promptShapes from './assistants/prompts/prompt-shapes.ts';
import * as runRetention from './assistants/runs/run-retention.ts';
import * as runShapes from './assistants/runs/run-shapes.ts';
import * as chart from './assistants/tools/chart.ts';
import * as mcpShapes from './assistants/tools/mcp-shapes.ts';
import * as openapi from './assistants/tools/openapi.ts';
import * as toolShapes from './assistants/tools/tool-shapes.ts';
import * as recordRetention from './assistants/workers/record-retention.ts';
import * as recordShapes from './assistants/workers/record-shapes.ts';
import * as workerAccess from './assistants/workers/worker-access.ts';
import * as workerInputs from './assistants/workers/worker-inputs.ts';
import * as workerQueue from './assistants/workers/worker-queue.ts';
import * as workerRecords from './assistants/workers/worker-records.ts';
import * as workerShapes from './assistants/workers/worker-shapes.ts';
import * as workerTemplates from './assistants/workers/worker-templates.ts';
import * as chunkingShapes from './content/bases/chunking-shapes.ts';
import * as importShapes from './content/bases/import-shapes.ts';
import * as knowledgeShapes from './content/bases/knowledge-shapes.ts';
import * as authorization from './content/connections/authorization.ts';
import * as connections from './content/connections/connections.ts';
import * as corrections from './content/documents/corrections.ts';
import * as documents from './content/documents/documents.ts';
import * as encodings from './content/documents/encodings.ts';
import * as graph from './content/graph/graph.ts';
import * as graphShapes from './content/graph/graph-shapes.ts';
import * as vectorStores from './content/indexing/vector-stores.ts';
import * as modelCatalogue from './content/model-catalogue.ts';
import * as models from './content/models.ts';
import * as retrievalExplanation from './content/retrieval/retrieval-explanation.ts';
import * as retrievalFilter from './content/retrieval/retrieval-filter.ts';
import * as retrievalRecords from './content/retrieval/retrieval-records.ts';
import * as retrievalShapes from './content/retrieval/retrieval-shapes.ts';
import * as schemaShapes from './content/schemas/schema-shapes.ts';
import * as sourceShapes from './content/sources/source-shapes.ts';
import * as storage from './content/storage.ts';
import * as indexVersions from './content/versions/index-versions.ts';
import * as fields from './fields/fields.ts';
import * as fileValue from './fields/file-value.ts';
import * as largeValue from './fields/large-value.ts';
import * as json from './kernel/json.ts';
import * as limits from './kernel/limits.ts';
import * as permissions from './kernel/permissions.ts';
import * as revisions from './kernel/revisions.ts';
import * as runParts from './kernel/run-parts.ts';
import * as shapes from './kernel/shapes.ts';
import * as billing from './money/billing.ts';
import * as payments from './money/payments.ts';
import * as usage from './money/usage.ts';
import * as admin from './operate/admin.ts';
import * as audit from './operate/audit.ts';
import * as attacks from './operate/evaluation/attacks.ts';
import * as evaluationShapes from './operate/evaluation/evaluation-shapes.ts';
import * as subject from './operate/evaluation/subject.ts';
import * as alertShapes from './operate/monitoring/alert-shapes.ts';
import * as monitorShapes from './operate/monitoring/monitor-shapes.ts';
import * as onboarding from './operate/onboarding/onboarding.ts';
import * as quickStart from './operate/onboarding/quick-start.ts';
import * as support from './operate/support/support.ts';

/** The files that export shapes. A shape that two of them export is named by the first. */
const files: readonly object[] = [
  json,
  limits,
  permissions,
  revisions,
  runParts,
  shapes,
  fields,
  fileValue,
  largeValue,
  access,
  appUsers,
  account,
  auth,
  openid,
  passkeys,
  passwords,
  waitlist,
  peopleShapes,
  people,
  sharedThings,
  agentMemories,
  agentRunShapes,
  agentShapes,
  apps,
  appSettings,
  answering,
  versions,
  answerOrigin,
  attachedFiles,
  chat,
  chatUsage,
  chatbot,
  curatedAnswers,
  feedback,
  history,
  ratedAnswers,
  reports,
  shownFile,
  trace,
  trial,
  crewShapes,
  flowRunShapes,
  flowSettings,
  flowShapes,
  pieces,
  scheduler,
  guardrails,
  mcp,
  openaiReplies,
  openaiShapes,
  promptShapes,
  chart,
  mcpShapes,
  openapi,
  toolShapes,
  recordRetention,
  recordShapes,
  workerAccess,
  workerInputs,
  workerQueue,
  workerRecords,
  workerShapes,
  workerTemplates,
  chunkingShapes,
  importShapes,
  knowledgeShapes,
  authorization,
  connections,
  corrections,
  documents,
  encodings,
  graphShapes,
  graph,
  vectorStores,
  modelCatalogue,
  models,
  retrievalExplanation,
  retrievalFilter,
  retrievalRecords,
  retrievalShapes,
  schemaShapes,
  sourceShapes,
  storage,
  indexVersions,
  billing,
  payments,
  usage,
  admin,
  audit,
  attacks,
  evaluationShapes,
  subject,
  alertShapes,
  monitorShapes,
  onboarding,
  quickStart,
  runRetention,
  runShapes,
  support,
];

const isName = (name: string): boolean => /^[A-Z]/.test(name);

/** Returns the names of all shapes that the contracts export, by which the description of the API names them. */
export const nameShapes = (): ReadonlyMap<z.ZodType, string> => {
  const names = new Map<z.ZodType, string>();
  for (const [name, shape] of files.flatMap((file) => Object.entries(file) as [string, unknown][]))
    if (isName(name) && shape instanceof z.ZodType && !names.has(shape)) names.set(shape, name);
  return names;
};
