import type { MadeCall } from '@atelier/contracts/operate/evaluation/subject';
import classes from './evaluation.module.css';

/** The calls of tools that an agent made in a test, in their order. */
export const MadeCalls = ({ calls }: { calls: readonly MadeCall[] }) =>
  calls.length === 0 ? null : (
    <div>
      <p className={classes.quiet}>Calls of tools</p>
      <ol className={classes.made}>
        {calls.map(({ tool, title, input, isNoted }, at) => (
          <li key={`${tool}-${String(at)}`}>
            {title} <code dir="auto">{input}</code>
            {isNoted ? <span className={classes.quiet}> noted, not made</span> : null}
          </li>
        ))}
      </ol>
    </div>
  );
