import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { setting } from '../kernel/settings.ts';
import { tenantQuery, text } from '../kernel/shapes.ts';

/** The flows of the checks (GUARD-05, GUARD-06). All but the heuristics ask a language model. */
export const GuardrailFlow = z.enum([
  'self check input',
  'jailbreak detection heuristics',
  'jailbreak detection model',
]);
export type GuardrailFlow = z.infer<typeof GuardrailFlow>;

/** The guardrails that an app, an agent or a crew can switch on. */
export const AvailableGuardrail = z.enum(['INPUT_CHECKING', 'JAILBREAK_DETECTION']);
export const GuardrailName = z.enum([
  ...AvailableGuardrail.options,
  'OUTPUT_CHECKING',
  'HALLUCINATION_DETECTION',
]);

/** A guardrail that the documents name (GUARD-02). One without flows is disabled (GUARD-07, GUARD-08). */
export const GuardrailParameter = z.object({
  name: GuardrailName,
  label: z.string(),
  enabled: z.boolean(),
  description: z.string(),
  flow_list: z.array(GuardrailFlow),
});
export type GuardrailParameter = z.infer<typeof GuardrailParameter>;

/** All guardrails, each disabled as in a new app (GUARD-04). */
export const guardrailParameters: readonly GuardrailParameter[] = [
  {
    name: 'INPUT_CHECKING',
    label: 'Detect abuse and harm',
    enabled: false,
    description: 'A language model reads the text first, and blocks what is abusive or harmful.',
    flow_list: ['self check input'],
  },
  {
    name: 'JAILBREAK_DETECTION',
    label: 'Detect jailbreaks',
    enabled: false,
    description: 'Blocks what tries to replace the instructions, or to read them out.',
    flow_list: ['jailbreak detection heuristics', 'jailbreak detection model'],
  },
  {
    name: 'OUTPUT_CHECKING',
    label: 'Check answers',
    enabled: false,
    description: 'Not available: answers are not checked before they are shown.',
    flow_list: [],
  },
  {
    name: 'HALLUCINATION_DETECTION',
    label: 'Detect hallucinations',
    enabled: false,
    description: 'Not available: open the numbered sources of an answer to check it.',
    flow_list: [],
  },
];

/** The text that a reader gets in the place of an answer when a check blocks their question. */
export const defaultBlockedMessage =
  'I cannot help with that question. Please ask something about the topics of this chat.';

const GuardrailChoice = z
  .object({
    name: AvailableGuardrail,
    enabled: z.boolean().default(false),
    flow_list: z.array(GuardrailFlow).max(3).default([]),
  })
  .refine(({ enabled, flow_list: flows }) => !enabled || flows.length > 0, {
    path: ['flow_list'],
    message: 'Please choose how it is checked',
  })
  .refine(
    ({ name, flow_list: flows }) => {
      const known = guardrailParameters.find((each) => each.name === name)?.flow_list ?? [];
      return flows.every((flow) => known.includes(flow));
    },
    { path: ['flow_list'], message: 'This guardrail does not have such a flow' },
  );

/** The text for the person whose task to an agent a check blocks. */
export const defaultBlockedTask =
  'I cannot help with that task. Please give me one that fits what I am made for.';

const hasCheck = ({ enabled, configs }: { enabled: boolean; configs: { enabled: boolean }[] }): boolean =>
  !enabled || configs.some((each) => each.enabled);
const checkMissing = {
  path: ['configs'],
  message: 'Please switch on at least one check, or switch the guardrails off',
};

/** The guardrails of an app (GUARD-09). What `enabled` and at least one of `configs` switch on is checked before any search and paid call. */
export const AppGuardRail = z
  .object({
    enabled: setting(z.boolean().default(false), { label: 'Guardrails' }),
    /** INPUT: questions are checked. Answers are not. */
    type: setting(z.enum(['INPUT']).nullable().default(null), { label: 'What the guardrails check' }),
    configs: setting(z.array(GuardrailChoice).max(AvailableGuardrail.options.length).default([]), {
      label: 'Checks of the guardrails',
    }),
    /** True to replace e-mail addresses, telephone numbers, cards and the like in questions before they are stored or leave the server. */
    maskPersonalData: setting(z.boolean().default(false), { label: 'Mask personal data' }),
    blockedMessage: setting(text(1000).default(defaultBlockedMessage), {
      label: 'Text for blocked questions',
    }),
  })
  .refine(hasCheck, checkMissing);
export type AppGuardRail = z.infer<typeof AppGuardRail>;

/** The guardrails of an agent or a crew: what they switch on is checked before the task reaches its model. */
export const AgentGuardRail = z
  .object({
    enabled: z.boolean().default(false),
    configs: z.array(GuardrailChoice).max(AvailableGuardrail.options.length).default([]),
    /** The cause of a run whose task was blocked. */
    blockedMessage: text(1000).default(defaultBlockedTask),
  })
  .refine(hasCheck, checkMissing);
export type AgentGuardRail = z.infer<typeof AgentGuardRail>;

export const guardrails = defineContract({
  name: 'guardrails',
  errors: {
    'guardrails.check_failed': {
      kind: 'upstream',
      message: 'The question could not be checked, so it was not answered. Please try again in a moment.',
    },
    'guardrails.model_needed': {
      kind: 'precondition',
      message:
        'The question was not answered, because its check needs a language model and there is none. Please tell the owner of this app.',
    },
  },
  endpoints: {
    parameters: {
      method: 'GET',
      path: '/api/guardrails/parameters',
      summary: 'List the guardrails with their flows (GUARD-02)',
      access: { allow: 'apps:read' },
      query: z.object(tenantQuery),
      reply: z.object({ enabled: z.boolean(), parameters: z.array(GuardrailParameter) }),
    },
  },
});
