import type { DefaultTool } from '@atelier/contracts/assistants/tools/tool-shapes';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { useDefaultTools } from '../api.ts';
import { approvalWords } from '../model/tool-words.ts';
import classes from '../tools.module.css';

const describeDefaultTool = ({ connection, approval }: DefaultTool): string =>
  [connection ? `Needs a connection: ${connection.title}` : 'Ready to use', approvalWords[approval]].join(
    ' · ',
  );

/** The tools that every company has. */
export const DefaultTools = () => {
  const query = useDefaultTools();
  return (
    <section aria-label="Ready-made tools">
      <h2 className={classes.heading}>Ready-made tools</h2>
      <p className={classes.intro}>
        Every agent can use these. Those that need a connection become a tool of your own first.
      </p>
      <QueryView query={query} errorTitle="The ready-made tools could not be loaded">
        {({ tools }) => (
          <ul className={classes.cards}>
            {tools.map((tool) => (
              <li key={tool.toolId} className={classes.card}>
                <strong>{tool.name}</strong>
                <span className={classes.quiet}>{tool.description}</span>
                <span className={classes.note}>{describeDefaultTool(tool)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
};
