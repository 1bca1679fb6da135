import { conditionOperators } from '@atelier/contracts/assistants/flows/flow-model';
import { Json } from '@atelier/contracts/kernel/json';
import { z } from 'zod';

const most = { operations: 60, branches: 10, conditions: 10 };

const Title = z.string().min(1).max(150);
const Input = z.record(z.string().max(100), Json).default({});
const Conditions = z
  .array(
    z
      .array(
        z.object({
          firstValue: Json,
          operator: z.enum(conditionOperators),
          secondValue: Json.optional(),
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

const ProposedPlace = z.object({
  /** The step before it, or null for the first one; left out where it is the first inside of another step. */
  after: z.string().nullable().optional(),
  inside: z.string().optional(),
  /** The branch of a router or of parallel branches, from 0. */
  branch: z.number().int().min(0).default(0),
});
export type ProposedPlace = z.infer<typeof ProposedPlace>;

const ProposedOperation = ProposedPlace.extend({
  name: z.string().regex(/^step_\d{1,3}$/),
  step: ProposedStep,
});
const ProposedTrigger = z.object({ piece: z.string(), trigger: z.string(), input: Input });
export type ProposedTrigger = z.infer<typeof ProposedTrigger>;

/** The answer of a model. It knows neither connections nor versions, and cannot name them. */
export const Proposal = z.object({
  name: Title,
  trigger: ProposedTrigger,
  steps: z.array(ProposedOperation).max(most.operations),
});
export type Proposal = z.infer<typeof Proposal>;

const Named = z.object({ name: z.string() });
const OfBranch = Named.extend({ branch: z.number().int().min(0) });

/** One change of a flow that exists. */
const ProposedChange = z.discriminatedUnion('do', [
  ProposedOperation.extend({ do: z.literal('add') }),
  Named.extend({
    do: z.literal('set'),
    title: Title.optional(),
    /** Only the fields that change; null empties one. */
    input: Input.optional(),
    code: z.string().min(1).max(20_000).optional(),
    items: z.string().max(2000).optional(),
    until: Conditions.optional(),
    maxTimes: z.number().int().min(1).max(1000).optional(),
  }),
  Named.extend({ do: z.literal('delete') }),
  ProposedPlace.extend({ do: z.literal('move'), name: z.string() }),
  OfBranch.extend({
    do: z.literal('set_branch'),
    title: Title.optional(),
    conditions: Conditions.optional(),
  }),
  Named.extend({ do: z.literal('add_branch'), title: Title, conditions: Conditions.optional() }),
  OfBranch.extend({ do: z.literal('delete_branch') }),
  ProposedTrigger.extend({ do: z.literal('trigger') }),
  z.object({ do: z.literal('rename'), title: Title }),
]);
export type ProposedChange = z.infer<typeof ProposedChange>;

/** The answer of a model that changes a flow. */
export const ProposedChanges = z.object({ changes: z.array(ProposedChange).min(1).max(most.operations) });
export type ProposedChanges = z.infer<typeof ProposedChanges>;
