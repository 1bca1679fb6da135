/** True for the id of a crew, in contrast to that of an agent. */
export const isCrewId = (id: string): boolean => id.startsWith('crw_');

/** Returns the word for an agent, or a crew. */
export const detectAgentKind = (id: string): 'agent' | 'crew' => (isCrewId(id) ? 'crew' : 'agent');
