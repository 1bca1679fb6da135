import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldOption } from '@atelier/contracts/fields/fields';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import type { TaskTakerKind } from './control-plan.ts';

/** Lets pieces ask the product itself, for the tenant of the flow. The server implements it; every function throws PieceError. */
export interface PiecePlatform {
  /** Asks a model once. Credits are held before the call. */
  askModel(order: ModelOrder): Promise<ModelAnswer>;
  /** Returns what in a value does not fit a JSON schema, one sentence each. */
  checkFit(schema: Record<string, JsonValue>, value: JsonValue, signal: AbortSignal): Promise<string[]>;
  /** The chat models of the tenant, as choices of a field. */
  listModels(): Promise<FieldOption[]>;
  /** The published flows of the tenant, as choices of a field. */
  listFlows(): Promise<FieldOption[]>;
  /** The agents to which the caller may hand tasks, or others of the kind, as choices of a field. */
  listTakers(kind: TaskTakerKind): Promise<FieldOption[]>;
  /** The knowledge bases that the caller may see, as choices of a field. */
  listKnowledgeBases(): Promise<FieldOption[]>;
  /** The apps that the caller may see, as choices of a field. */
  listApps(): Promise<FieldOption[]>;
  /** Answers from knowledge bases that the owner of the flow may see, with citations. */
  askKnowledge(order: KnowledgeOrder): Promise<CitedAnswer>;
  /** Asks an app that the owner of the flow may use, as its chat page does. */
  runApp(order: AppOrder): Promise<CitedAnswer & { conversationId: string }>;
  /** Checks a text of others before a model or a person gets it. The checks run in their order, until one blocks the text. */
  checkText(order: CheckOrder): Promise<TextVerdict>;
  /** Replaces personal data in a text by words such as [EMAIL]. */
  maskPersonalData(text: string): Promise<string>;
  /** Values that outlive a run. `FLOW`: seen by all runs of this flow; `TENANT`: by all flows. */
  storage: {
    /** Returns null when there is no value. */
    get(scope: StorageScope, key: string): Promise<JsonValue>;
    put(scope: StorageScope, key: string, value: JsonValue): Promise<void>;
    /** Returns whether there was a value. */
    delete(scope: StorageScope, key: string): Promise<boolean>;
  };
  /** Parses JSON that another service sent, of any size. Undefined when it is not valid. What is large stays in a file of the run. */
  readJson(json: string): Promise<JsonValue | undefined>;
  /** The files of the run. */
  files: PieceFiles;
  /** Sends a mail from the product to people of the tenant. */
  sendMail(mail: { key: string; to: string[]; subject: string; text: string }): Promise<void>;
}

/** A step reads the files that its run holds, and what it writes belongs to the run. Each function throws PieceError. */
export interface PieceFiles {
  /** Returns the bytes of a file up to the limit of a step. */
  read(file: FileValue): Promise<Uint8Array>;
  write(file: { name: string; type?: string; bytes: Uint8Array }): Promise<FileValue>;
  /** The files that the run holds, in the order in which they were stored. */
  list(): Promise<FileValue[]>;
  /** Returns whether the run held the file. */
  delete(file: FileValue): Promise<boolean>;
  /** Returns the words of a document, read outside the server process. */
  extractText(file: FileValue, signal: AbortSignal): Promise<{ text: string; isComplete: boolean }>;
  zip(files: readonly FileValue[], name: string, signal: AbortSignal): Promise<FileValue>;
  /** Unpacks an archive within limits that hold for whatever it claims. */
  unzip(file: FileValue, signal: AbortSignal): Promise<FileValue[]>;
}

export type StorageScope = 'FLOW' | 'TENANT';

export interface ModelOrder {
  /** Without it, the tenant's default model. */
  modelId?: string;
  system?: string;
  prompt: string;
  /** The most tokens of the answer. */
  maxTokens?: number;
  key: string;
  signal: AbortSignal;
}

export interface ModelAnswer {
  text: string;
  model: string;
}

export interface KnowledgeOrder {
  knowledgeBaseIds: string[];
  question: string;
  modelId?: string;
  key: string;
  signal: AbortSignal;
}

export interface AppOrder {
  appId: string;
  question: string;
  /** Continues a conversation; without it, a new one begins. */
  conversationId?: string;
  key: string;
  signal: AbortSignal;
}

/** `WORDS` looks for the words of known attacks. A model looks for attacks on instructions (`ATTACKS`), or for abuse and harm (`HARM`). */
export type TextCheck = 'WORDS' | 'ATTACKS' | 'HARM';

export interface CheckOrder {
  text: string;
  checks: TextCheck[];
  /** Without it, the tenant's default model. */
  modelId?: string;
  key: string;
  signal: AbortSignal;
}

/** `check` is the one that blocked the text; null when the text passed. */
export interface TextVerdict {
  passed: boolean;
  check: TextCheck | null;
  reason: string;
}

/** A citation as the value of a step: null stands for what its document does not have. */
export type StepCitation = Omit<
  Citation,
  'markAt' | 'further' | 'page' | 'second' | 'heading' | 'missingFigures'
> & {
  markAt: number | null;
  further: { start: number; end: number }[];
  page: number | null;
  second: number | null;
  heading: string | null;
  missingFigures: string[];
};

/** An answer with `[n]` markers, and the citations with these numbers. */
export interface CitedAnswer {
  answer: string;
  /** False when there is no clear answer; the citations then name what comes closest. */
  isAnswered: boolean;
  citations: StepCitation[];
}
