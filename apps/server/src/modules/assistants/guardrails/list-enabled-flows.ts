import type { AgentGuardRail, GuardrailFlow } from '@atelier/contracts/assistants/guardrails';

/** A flow that asks a language model. */
type ModelFlow = Exclude<GuardrailFlow, 'jailbreak detection heuristics'>;

/** Returns the flows that are switched on. */
export const listEnabledFlows = ({
  enabled,
  configs,
}: Pick<AgentGuardRail, 'enabled' | 'configs'>): Set<GuardrailFlow> =>
  new Set(enabled ? configs.flatMap((each) => (each.enabled ? each.flow_list : [])) : []);

export const isModelFlow = (flow: GuardrailFlow): flow is ModelFlow =>
  flow !== 'jailbreak detection heuristics';
