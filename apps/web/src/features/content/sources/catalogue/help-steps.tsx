import { MarkdownRenderer } from '../../../../ui/content/markdown-renderer.tsx';
import classes from './catalogue.module.css';

/** Instructions, step by step (CONNECTOR-01). */
export const HelpSteps = ({ steps }: { steps: readonly string[] }) => (
  <ol className={`stack-2 flat break-anywhere small indent ${classes.steps}`}>
    {steps.map((step) => (
      <li key={step}>
        <MarkdownRenderer>{step}</MarkdownRenderer>
      </li>
    ))}
  </ol>
);
