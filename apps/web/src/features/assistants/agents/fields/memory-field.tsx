import { Switched } from '../../../../ui/forms/switched.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import type { AgentFormProps } from './agent-form-props.ts';

/** Decides whether the agent remembers something about those who use it. */
export const MemoryField = ({ form, agent }: AgentFormProps) => (
  <Switched
    label="Remember the people who use it"
    description="The agent notes what will matter to a person again, at most 100 sentences for each, and reads them when that person gives it another task. It remembers members, and people who were invited to an app that it answers; visitors and programs are not remembered."
    field={form.bind('memory')}
  >
    {agent === undefined ? null : (
      <p className="flat muted tiny">
        Each member reads, corrects and deletes their own under{' '}
        <TextLink to={`/settings/memory?agent=${agent.agentId}`}>Settings, Memory</TextLink>. Nobody else sees
        it, not even those who build.
      </p>
    )}
  </Switched>
);
