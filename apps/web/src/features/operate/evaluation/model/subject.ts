/** The subject of a test, as calls name it. An agent may be a crew. */
export type Subject = { appId: string } | { agentId: string };

export const isAgent = (subject: Subject): subject is { agentId: string } => 'agentId' in subject;

/** Returns the word for the subject. */
export const wordForSubject = (subject: Subject): 'app' | 'agent' | 'crew' => {
  if (!isAgent(subject)) return 'app';
  return subject.agentId.startsWith('crw_') ? 'crew' : 'agent';
};

/** Reads a pair of ids of which one is null. */
export const toSubject = ({ appId, agentId }: { appId: string | null; agentId: string | null }): Subject =>
  appId === null ? { agentId: agentId ?? '' } : { appId };
