import { IconFileSearch, IconMail, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { agentExamples } from '../model/examples.ts';
import classes from './list.module.css';

const icons = { research: IconFileSearch, inbox: IconMail, offers: IconReceipt };

/** Agents to begin with. Choosing one opens the wizard with its fields filled in. */
export const AgentExamples = () => (
  <section aria-labelledby="agent-examples">
    <h2 id="agent-examples" className="medium below-3 title-sm">
      Begin with an example
    </h2>
    <ul className="stack-3 bare cards">
      {agentExamples.map(({ id, name, description }) => {
        const Icon = icons[id];
        return (
          <li key={id}>
            <Link to="/agents" search={{ new: '1', example: id }} className={classes.example}>
              <span className={classes.exampleIcon}>
                <Icon size={22} stroke={1.6} aria-hidden />
              </span>
              <span className="medium">{name}</span>
              <span className="muted small regular">{description}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  </section>
);
