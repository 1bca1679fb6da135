import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { PromptList } from './list/prompt-list.tsx';
import { NewPrompt } from './prompt/new-prompt.tsx';
import { PromptPage } from './prompt/prompt-page.tsx';

/** `/prompt-manager`: the list of prompts; with `?id=`, one of them. */
export const PromptsScreen = () => {
  const [id] = useUrlState('id');
  if (id === 'new') return <NewPrompt />;
  return id === '' ? <PromptList /> : <PromptPage key={id} id={id} />;
};
