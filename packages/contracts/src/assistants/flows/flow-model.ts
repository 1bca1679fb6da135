import type { JsonValue } from '../../fields/field-values.ts';
import type { Field } from '../../fields/fields.ts';

/** The largest flow. Larger ones are refused when they are read. */
export const flowLimits = {
  steps: 1000,
  /** Levels of loops and branches inside each other. */
  depth: 20,
  triggers: 10,
  /** Branches of one step. */
  branches: 50,
  /** Conditions of one branch or loop. */
  conditions: 100,
  notes: 200,
  /** Size of a flow as JSON text. */
  bytes: 1_000_000,
} as const;

/** The operators of conditions, in the words of the public format. */
export const conditionOperators = [
  'TEXT_CONTAINS',
  'TEXT_DOES_NOT_CONTAIN',
  'TEXT_EXACTLY_MATCHES',
  'TEXT_DOES_NOT_EXACTLY_MATCH',
  'TEXT_START_WITH',
  'TEXT_DOES_NOT_START_WITH',
  'TEXT_ENDS_WITH',
  'TEXT_DOES_NOT_END_WITH',
  'NUMBER_IS_GREATER_THAN',
  'NUMBER_IS_LESS_THAN',
  'NUMBER_IS_EQUAL_TO',
  'BOOLEAN_IS_TRUE',
  'BOOLEAN_IS_FALSE',
  'DATE_IS_BEFORE',
  'DATE_IS_EQUAL',
  'DATE_IS_AFTER',
  'LIST_CONTAINS',
  'LIST_DOES_NOT_CONTAIN',
  'LIST_IS_EMPTY',
  'LIST_IS_NOT_EMPTY',
  'EXISTS',
  'DOES_NOT_EXIST',
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** Compares two values, each of which may contain `{{expressions}}`. */
export interface Condition {
  firstValue: unknown;
  operator: ConditionOperator;
  secondValue?: unknown;
  /** True when capital letters matter in texts. Default: they do not. */
  caseSensitive?: boolean;
}

/** Alternatives, each of which is a list of conditions that must all hold. */
export type Conditions = Condition[][];

export interface FlowTriggerSettings {
  pieceName: string;
  pieceVersion: string;
  triggerName: string;
  input: Record<string, unknown>;
  connectionId?: string;
}

export interface FlowTrigger {
  /** `trigger`, and `trigger_2`, `trigger_3` for the others. */
  name: string;
  displayName: string;
  /** Null while none is chosen. */
  settings: FlowTriggerSettings | null;
  /** An example of its value, which the data picker shows. */
  sample?: unknown;
}

/** The handling of the failure of a step (FLOW-05: neither by default). */
export interface StepErrors {
  retryOnFailure: boolean;
  continueOnFailure: boolean;
  /** The largest number of attempts; 4 by default. */
  tries?: number | undefined;
  /** The seconds before the second try, which double with each; 2 when nothing is said. */
  waitSeconds?: number | undefined;
}

interface StepBase {
  /** Unique in the flow, and how expressions refer to its value. */
  name: string;
  displayName: string;
  isSkipped: boolean;
  /** The step after it in the same chain. */
  next: string | null;
  sample?: unknown;
  errors: StepErrors;
}

export interface PieceSettings {
  pieceName: string;
  pieceVersion: string;
  pieceType: 'OFFICIAL' | 'CUSTOM';
  packageType: 'REGISTRY' | 'ARCHIVE';
  /** Empty while none is chosen. */
  actionName: string;
  input: Record<string, unknown>;
  connectionId?: string;
}

export interface PieceStep extends StepBase {
  type: 'PIECE';
  settings: PieceSettings;
}

export interface CodeStep extends StepBase {
  type: 'CODE';
  /** `code` exports an asynchronous function `code` that takes the input. */
  settings: { code: string; input: Record<string, unknown> };
}

export interface LoopStep extends StepBase {
  type: 'LOOP_ON_ITEMS';
  settings: { items: string };
  /** The first step inside. */
  body: string | null;
}

export interface RepeatStep extends StepBase {
  type: 'REPEAT_UNTIL';
  settings: { conditions: Conditions; maxTimes: number };
  body: string | null;
}

export interface RouterBranch {
  branchName: string;
  branchType: 'CONDITION' | 'FALLBACK';
  conditions: Conditions;
  body: string | null;
}

export interface RouterStep extends StepBase {
  type: 'ROUTER';
  settings: { executionType: 'EXECUTE_FIRST_MATCH' | 'EXECUTE_ALL_MATCH' };
  branches: RouterBranch[];
}

export interface ParallelBranch {
  branchName: string;
  body: string | null;
}

/** Its branches run at the same time. The next step runs once, after all of them. */
export interface ParallelStep extends StepBase {
  type: 'PARALLEL';
  branches: ParallelBranch[];
}

export type FlowStep = PieceStep | CodeStep | LoopStep | RepeatStep | RouterStep | ParallelStep;
export type FlowStepType = FlowStep['type'];

/** A note on the canvas. */
export interface FlowNote {
  id: string;
  text: string;
  color: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A flow as the product works with it: steps by name, because a chain of a thousand steps nested inside each other is more than
 * recursive code can read. `@atelier/flows` reads and writes the nested public JSON.
 */
export interface Flow {
  displayName: string;
  /** One to ten; the first is called `trigger`. */
  triggers: FlowTrigger[];
  /** The first step. */
  first: string | null;
  steps: Record<string, FlowStep>;
  notes: FlowNote[];
}

export interface FlowProblem {
  /** The name of the step or trigger. */
  step: string;
  /** The name of the field in its form, if the problem is in one. */
  field?: string;
  /** A sentence for users. */
  message: string;
}

/** The description of an action or a trigger of a piece, without its code. */
export interface PieceOperationShape {
  name: string;
  displayName: string;
  description: string;
  /** Its kind: `pure`, `outward` or `control` of an action; `webhook`, `schedule`, … of a trigger. */
  kind: string;
  fields: readonly Field[];
  sample?: JsonValue | undefined;
}

/** The description of a piece, without its code. */
export interface PieceShape {
  name: string;
  version: string;
  displayName: string;
  /** The service that a connection for this piece leads to. */
  connection?: { service: string; isRequired?: boolean };
  actions: readonly PieceOperationShape[];
  triggers: readonly PieceOperationShape[];
}

/** The pieces that flows may use. */
export type PieceCatalogue = readonly PieceShape[];
