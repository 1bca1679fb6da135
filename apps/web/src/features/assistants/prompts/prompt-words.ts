import type { PromptLine, PromptRole } from '@atelier/contracts/assistants/prompts/prompt-shapes';

/** Whose words a prompt is. */
export const roleWords: Record<PromptRole, { label: string; description: string }> = {
  SYSTEM: { label: 'System', description: 'Instructions for a whole conversation.' },
  USER: { label: 'User', description: 'A request, as a person would write it.' },
  ASSISTANT: { label: 'Assistant', description: 'An example of a good answer.' },
};

export const toPromptBadge = ({
  status,
  hasChanges,
  version,
}: PromptLine): { tone: 'success' | 'warning' | 'neutral'; label: string } => {
  if (status === 'Draft') return { tone: 'neutral', label: 'Draft' };
  return hasChanges
    ? { tone: 'warning', label: `Published, version ${version}, with changes` }
    : { tone: 'success', label: `Published, version ${version}` };
};
