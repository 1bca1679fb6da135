import type { FlowProblem } from '@atelier/contracts/assistants/flows/flow-shapes';
import { formatCount } from '../../../../lib/format.ts';
import classes from './builder.module.css';

interface ProblemListProps {
  problems: readonly FlowProblem[];
  titleOf: (step: string) => string;
  onOpen: (step: string) => void;
}

/** The problems that keep the flow from being published. Each leads to its step. */
export const ProblemList = ({ problems, titleOf, onOpen }: ProblemListProps) =>
  problems.length === 0 ? null : (
    <details
      className={`warning-box small margin-bottom-3 pad-2-3 ${classes.problems}`}
      open={problems.length <= 3}
    >
      <summary>{formatCount(problems.length, 'problem')} to mend before it can be published</summary>
      <ul>
        {problems.slice(0, 50).map((problem, index) => (
          <li key={index}>
            <button
              type="button"
              className={`warning no-pad medium ${classes.problemLink}`}
              onClick={() => onOpen(problem.step)}
            >
              {problem.step === '' ? 'Flow' : titleOf(problem.step)}
            </button>{' '}
            {problem.message}
          </li>
        ))}
      </ul>
    </details>
  );
