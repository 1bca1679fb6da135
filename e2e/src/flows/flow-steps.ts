/** The public JSON of a step. */
export type Step = Record<string, unknown>;

export const step = (
  name: string,
  pieceName: string,
  actionName: string,
  input: Record<string, unknown>,
): Step => ({
  name,
  type: 'PIECE',
  displayName: name,
  settings: { pieceName, pieceVersion: '', actionName, input },
});

/** Returns the first step with the others as its chain. */
export const chain = (steps: readonly Step[]): Step | undefined =>
  steps.reduceRight<Step | undefined>((next, one) => (next ? { ...one, nextAction: next } : one), undefined);

export const parallel = (name: string, bodies: readonly (readonly Step[])[]): Step => ({
  name,
  type: 'PARALLEL',
  displayName: name,
  settings: { branches: bodies.map((_body, at) => ({ branchName: `Branch ${at + 1}` })) },
  children: bodies.map((body) => chain(body) ?? null),
});

export const loop = (name: string, items: string, body: readonly Step[]): Step => ({
  name,
  type: 'LOOP_ON_ITEMS',
  displayName: name,
  settings: { items },
  firstLoopAction: chain(body),
});

/** Returns a flow that a webhook starts. */
export const webhookFlow = (displayName: string, steps: readonly Step[]) => ({
  displayName,
  trigger: {
    name: 'trigger',
    type: 'PIECE_TRIGGER',
    displayName: 'Webhook',
    settings: { pieceName: 'webhook', pieceVersion: '', triggerName: 'catch_webhook', input: {} },
    nextAction: chain(steps),
  },
});
