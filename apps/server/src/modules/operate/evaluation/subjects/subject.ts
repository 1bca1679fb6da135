import type { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { apps } from '@atelier/contracts/assistants/apps';
import type { AnswerKind } from '@atelier/contracts/assistants/chat/chat';
import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { MadeCall } from '@atelier/contracts/operate/evaluation/subject';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';

/** Settings of an app that are not stored. */
export type AppDraft = Omit<
  RequestOf<(typeof apps.endpoints)['update']>['body'],
  'appId' | 'active' | 'overrideGate'
>;

/** The draft of a flow, an agent or a crew as it was when a test was ordered, in the place of its published version. */
export interface StandIn {
  id: string;
  /** Identifies the draft together with the published version. */
  fingerprint: string;
  content: Flow | AgentSettings;
}

/** The version in use of what is tested, with a stand-in for something that answers or works for it. */
export interface WithStandIn {
  version: number;
  standIn: StandIn;
}

/** The settings with which a test was ordered: those of an app that are not stored, the draft of an agent as it was then, or a stand-in. */
export type Draft = AppDraft | AgentSettings | WithStandIn;

export const hasStandIn = (settings: number | Draft): settings is WithStandIn =>
  typeof settings === 'object' && 'standIn' in settings;

/** The subject of a test. An agent may be a crew. */
export interface Subject {
  kind: 'APP' | 'AGENT';
  id: string;
}

/** Reads an input that names what is tested. */
export const toSubject = ({
  appId,
  agentId,
}: {
  appId?: string | null | undefined;
  agentId?: string | null | undefined;
}): Subject => (appId ? { kind: 'APP', id: appId } : { kind: 'AGENT', id: agentId ?? '' });

/** The columns that name what is tested. */
export const toSubjectColumns = ({
  kind,
  id,
}: Subject): { appId: string | null; agentId: string | null } => ({
  appId: kind === 'APP' ? id : null,
  agentId: kind === 'AGENT' ? id : null,
});

/** The part of an app or an agent that a test needs. */
export interface Tested {
  /** The version in use. */
  version: number;
  /** Identifies the settings of the draft. */
  fingerprint: string;
  /** False where an answer acts outside the product, so that it must not be repeated after a crash. */
  mayRepeat: boolean;
}

/** The order from which a draft is made. */
export interface DraftOrder {
  settings?: AppDraft | undefined;
  /** The flow, the agent or the crew whose draft is tested. */
  draftOf?: string | undefined;
}

/** A question to be answered within a run. */
export interface Asking {
  id: string;
  /** The name of the recorded answer. */
  name: string;
  question: string;
  /** A text by others that comes with the question. */
  document?: string | undefined;
  /** A version, or settings that no version has. */
  settings: number | Draft;
  mayRepeat: boolean;
}

/** The answer to a question, or why there is none. */
export interface GivenAnswer {
  answer: string;
  kind: AnswerKind;
  calls: MadeCall[];
}

/** Tests things of one kind. */
export interface TestedKind {
  /** Throws the `not_found` of the kind, also when the actor may not change it. */
  find(tx: TxCtx, id: string, draft?: Draft): Promise<Tested>;
  /** Throws when there is no such version. */
  checkVersion(tx: TxCtx, id: string, version: number): Promise<unknown>;
  /** Checks a draft; the returned function reads it in a transaction. Undefined when none was ordered. */
  prepareDraft(ctx: Ctx, id: string, order: DraftOrder): Promise<((tx: TxCtx) => Promise<Draft>) | undefined>;
  /** Lists the newest questions of people, each wording once. */
  recentQuestions(tx: TxCtx, id: string, most: number): Promise<string[]>;
  /** Answers a question, once however often the run begins anew, and pays for it once. */
  answer(run: RunContext, asking: Asking): Promise<GivenAnswer>;
  /** Returns what the last answers cost on average; null while there are none. */
  meanCredits(tx: TxCtx, id: string): Promise<number | null>;
  /** Returns the instructions that must not get out. */
  instructions(tx: TxCtx, id: string, version: number): Promise<string>;
  /** Names those that the actor may see and that answer with a flow, an agent or a crew, each by its id. */
  answeringWith(tx: TxCtx, id: string): Promise<Map<string, string>>;
  /** The page with a tab of tests. */
  address(id: string, tab: string): string;
}
