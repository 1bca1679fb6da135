/** The public JSON of one step, without what follows it. */
export type StepJson = Record<string, unknown>;

const errors = { retryOnFailure: false, continueOnFailure: false };

/** Returns the step of a piece. */
export const pieceStep = (
  name: string,
  [pieceName, actionName]: readonly [string, string],
  input: Record<string, unknown> = {},
  more: StepJson = {},
): StepJson => ({
  name,
  type: 'PIECE',
  displayName: name,
  settings: {
    pieceName,
    pieceVersion: '',
    pieceType: 'OFFICIAL',
    packageType: 'REGISTRY',
    actionName,
    input,
    errorHandlingOptions: errors,
  },
  ...more,
});

/** Passes a value on under its own name. */
export const keep = (name: string, text: unknown): StepJson =>
  pieceStep(name, ['input', 'trigger_input'], { text });

/** Runs code on an input. */
export const codeStep = (name: string, code: string, input: Record<string, unknown> = {}): StepJson => ({
  name,
  type: 'CODE',
  displayName: name,
  settings: { sourceCode: { code }, input },
});

export const respondWith = (name: string, body: unknown, status = 200): StepJson =>
  pieceStep(name, ['webhook', 'return_response'], { status, headers: {}, body });

/** Returns the first step with the others as its chain of `nextAction`. */
export const chain = (steps: readonly StepJson[]): StepJson | undefined =>
  steps.reduceRight<StepJson | undefined>(
    (next, step) => (next ? { ...step, nextAction: next } : step),
    undefined,
  );

export const loop = (name: string, items: string, body: readonly StepJson[]): StepJson => ({
  name,
  type: 'LOOP_ON_ITEMS',
  displayName: name,
  settings: { items, errorHandlingOptions: errors },
  firstLoopAction: chain(body),
});

/** Repeats its body until the condition holds. */
export const repeat = (
  name: string,
  { condition, maxTimes }: { condition: Record<string, unknown>; maxTimes: number },
  body: readonly StepJson[],
): StepJson => ({
  name,
  type: 'REPEAT_UNTIL',
  displayName: name,
  settings: { conditions: [[condition]], maxTimes, errorHandlingOptions: errors },
  firstLoopAction: chain(body),
});

export const parallel = (name: string, bodies: readonly (readonly StepJson[])[]): StepJson => ({
  name,
  type: 'PARALLEL',
  displayName: name,
  settings: { branches: bodies.map((_body, at) => ({ branchName: `Branch ${at + 1}` })) },
  children: bodies.map((body) => chain(body) ?? null),
});

interface BranchJson {
  branchName: string;
  /** Left out for the fallback. */
  condition?: Record<string, unknown>;
  body: readonly StepJson[];
}

export const router = (
  name: string,
  branches: readonly BranchJson[],
  executionType = 'EXECUTE_FIRST_MATCH',
): StepJson => ({
  name,
  type: 'ROUTER',
  displayName: name,
  settings: {
    executionType,
    branches: branches.map(({ branchName, condition }) =>
      condition
        ? { branchName, branchType: 'CONDITION', conditions: [[condition]] }
        : { branchName, branchType: 'FALLBACK' },
    ),
  },
  children: branches.map(({ body }) => chain(body) ?? null),
});

/** Returns a flow that a webhook starts. */
export const webhookFlow = (
  displayName: string,
  steps: readonly StepJson[],
  input: Record<string, unknown> = {},
) => ({
  displayName,
  trigger: {
    name: 'trigger',
    type: 'PIECE_TRIGGER',
    displayName: 'Catch a webhook',
    settings: { pieceName: 'webhook', pieceVersion: '', triggerName: 'catch_webhook', input },
    ...(steps.length > 0 ? { nextAction: chain(steps) } : {}),
  },
});

/** Returns a flow that a question in a chat starts. */
export const chatFlow = (displayName: string, steps: readonly StepJson[]) => ({
  displayName,
  trigger: {
    name: 'trigger',
    type: 'PIECE_TRIGGER',
    displayName: 'A question in a chat',
    settings: { pieceName: 'chat', pieceVersion: '', triggerName: 'chat_question', input: {} },
    ...(steps.length > 0 ? { nextAction: chain(steps) } : {}),
  },
});

/** Sets the answer of a flow that answers a chat. */
export const answerWith = (name: string, answer: string): StepJson =>
  pieceStep(name, ['chat', 'answer'], { answer });
