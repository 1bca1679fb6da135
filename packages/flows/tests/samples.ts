import type { Flow, FlowStep, PieceStep } from '@atelier/contracts/assistants/flows/flow-model';

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
export const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const base = (name: string, next: string | null) => ({
  name,
  displayName: name,
  isSkipped: false,
  next,
  errors: { retryOnFailure: false, continueOnFailure: false },
});

/** A step of a piece with this input. */
export const pieceStep = (
  name: string,
  next: string | null,
  input: Record<string, unknown> = {},
): PieceStep => ({
  ...base(name, next),
  type: 'PIECE',
  settings: {
    pieceName: 'http',
    pieceVersion: '1.0.0',
    pieceType: 'OFFICIAL',
    packageType: 'REGISTRY',
    actionName: 'send_request',
    input,
  },
});

const byName = (steps: readonly FlowStep[]) => Object.fromEntries(steps.map((step) => [step.name, step]));

/** A flow with one of each: step_1, a router with step_3 in its first branch, a loop around step_5, parallel branches, and step_8 at the end. */
export const sampleFlow = (): Flow => ({
  displayName: 'Sample',
  triggers: [
    {
      name: 'trigger',
      displayName: 'Webhook',
      settings: { pieceName: 'webhook', pieceVersion: '1.0.0', triggerName: 'catch_webhook', input: {} },
    },
  ],
  first: 'step_1',
  notes: [],
  steps: byName([
    pieceStep('step_1', 'step_2', { url: '{{trigger.body.url}}' }),
    {
      ...base('step_2', 'step_4'),
      type: 'ROUTER',
      settings: { executionType: 'EXECUTE_FIRST_MATCH' },
      branches: [
        {
          branchName: 'Good',
          branchType: 'CONDITION',
          conditions: [
            [{ firstValue: '{{step_1.status}}', operator: 'NUMBER_IS_EQUAL_TO', secondValue: 200 }],
          ],
          body: 'step_3',
        },
        { branchName: 'Otherwise', branchType: 'FALLBACK', conditions: [], body: null },
      ],
    },
    pieceStep('step_3', null, { url: '{{step_1.body.next}}' }),
    {
      ...base('step_4', 'step_6'),
      type: 'LOOP_ON_ITEMS',
      settings: { items: '{{step_1.body}}' },
      body: 'step_5',
    },
    pieceStep('step_5', null, { url: '{{step_4.item.url}}' }),
    {
      ...base('step_6', 'step_8'),
      type: 'PARALLEL',
      branches: [
        { branchName: 'Branch 1', body: 'step_7' },
        { branchName: 'Branch 2', body: null },
      ],
    },
    pieceStep('step_7', null, { url: '{{step_1.body}}' }),
    pieceStep('step_8', null, { url: '{{step_7.status}} {{step_4.index}}' }),
  ]),
});
