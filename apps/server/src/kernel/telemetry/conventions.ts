/**
 * The names of spans and attributes: the semantic conventions for generative AI in version 1.41.0, the last one that the repository
 * open-telemetry/semantic-conventions contains. All of them are in the state *development*, so another version may name them differently.
 * This is the only file that knows them.
 */
export const schemaUrl = 'https://opentelemetry.io/schemas/1.41.0';

/** The values of `gen_ai.operation.name`. The conventions permit others where they have none; the last two are ours. */
export type Operation =
  | 'chat'
  | 'embeddings'
  | 'execute_tool'
  | 'invoke_agent'
  | 'invoke_workflow'
  | 'retrieval'
  | 'rerank'
  | 'transcription';

export const genAi = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  temperature: 'gen_ai.request.temperature',
  maxTokens: 'gen_ai.request.max_tokens',
  finishReasons: 'gen_ai.response.finish_reasons',
  /** In seconds. */
  firstChunk: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  conversation: 'gen_ai.conversation.id',
  agentId: 'gen_ai.agent.id',
  agentName: 'gen_ai.agent.name',
  workflowName: 'gen_ai.workflow.name',
  toolName: 'gen_ai.tool.name',
  dataSource: 'gen_ai.data_source.id',
  // These contain what people and models wrote. They are sent only where the operator switched that on.
  system: 'gen_ai.system_instructions',
  input: 'gen_ai.input.messages',
  output: 'gen_ai.output.messages',
  query: 'gen_ai.retrieval.query.text',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
} as const;

/** The stable name for the kind of a failure. */
export const errorType = 'error.type';

/** Names for attributes that the conventions do not have. */
export const own = {
  tenant: 'atelier.tenant.id',
  credits: 'atelier.cost.credits',
  app: 'atelier.app.id',
  question: 'atelier.question.id',
  answerKind: 'atelier.answer.kind',
  found: 'atelier.retrieval.found',
  read: 'atelier.retrieval.read',
  retriever: 'atelier.retrieval.mode',
  run: 'atelier.run.id',
  runKind: 'atelier.run.kind',
  runStatus: 'atelier.run.status',
  attempts: 'atelier.run.attempts',
  subject: 'atelier.run.subject',
  stepsLeftOut: 'atelier.run.steps_left_out',
} as const;

const providers: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
};

/** Returns the well-known name of a provider; those without one keep ours. */
export const providerName = (kind: string): string => providers[kind] ?? kind;
