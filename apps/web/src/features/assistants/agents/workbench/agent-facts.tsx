import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import { Panel } from '../../../../ui/layout/panel.tsx';
import classes from '../agents.module.css';

/** The description of an agent for those who use it and do not change it. */
export const AgentFacts = ({ agent: { description, instructions, links } }: { agent: Agent }) => {
  const used = links.flatMap(({ name }) => (name === null ? [] : [name]));
  return (
    <Panel title="What it does">
      <dl className={classes.facts}>
        {description === '' ? null : (
          <div>
            <dt>Description</dt>
            <dd>{description}</dd>
          </div>
        )}
        <div>
          <dt>Instructions</dt>
          <dd>{instructions}</dd>
        </div>
        {used.length === 0 ? null : (
          <div>
            <dt>It uses</dt>
            <dd>{used.join(', ')}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
};
