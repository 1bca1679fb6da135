import { conditionOperators } from '@atelier/contracts/build/flows/flow-model';
import { z } from 'zod';

const most = { operations: 60, branches: 10, conditions: 10 };

const Title = z.string().min(1).max(150);
const Input = z.record(z.string().max(100), z.json()).default({});
const Conditions = z
  .array(
    z
      .array(
        z.object({
          firstValue: z.json(),
          operator: z.enum(conditionOperators),
          secondValue: z.json().optional(),
        }),
      )
      .min(1)
      .max(most.conditions),
  )
  .min(1)
  .max(most.conditions);

const ProposedStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('action'),
    piece: z.string(),
    action: z.string(),
    title: Title.optional(),
    input: Input,
  }),
  z.object({ kind: z.literal('code'), title: Title, code: z.string().min(1).max(20_000), input: Input }),
  z.object({ kind: z.literal('loop'), title: Title, items: z.string().max(2000) }),
  z.object({
    kind: z.literal('repeat'),
    title: Title,
    until: Conditions,
    maxTimes: z.number().int().min(1).max(1000),
  }),
  z.object({
    kind: z.literal('router'),
    title: Title,
    branches: z
      .array(z.object({ name: Title, conditions: Conditions }))
      .min(1)
      .max(most.branches),
  }),
  z.object({ kind: z.literal('parallel'), title: Title, branches: z.array(Title).min(2).max(most.branches) }),
]);
export type ProposedStep = z.infer<typeof ProposedStep>;

const ProposedOperation = z.object({
  name: z.string().regex(/^step_\d{1,3}$/),
  /** The step before it, or null for the first one; left out where it is the first inside of another step. */
  after: z.string().nullable().optional(),
  inside: z.string().optional(),
  /** The branch of a router or of parallel branches, from 0. */
  branch: z.number().int().min(0).default(0),
  step: ProposedStep,
});
export type ProposedOperation = z.infer<typeof ProposedOperation>;

/** What a model answers. It knows neither connections nor versions, and cannot name them. */
export const Proposal = z.object({
  name: Title,
  trigger: z.object({ piece: z.string(), trigger: z.string(), input: Input }),
  steps: z.array(ProposedOperation).max(most.operations),
});
export type Proposal = z.infer<typeof Proposal>;
