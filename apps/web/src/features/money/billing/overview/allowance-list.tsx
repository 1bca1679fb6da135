import { IconCheck } from '@tabler/icons-react';
import classes from '../billing.module.css';

/** The list of what a plan contains. */
export const AllowanceList = ({ lines }: { lines: string[] }) => (
  <ul className={classes.lines}>
    {lines.map((line) => (
      <li key={line}>
        <IconCheck size={16} aria-hidden="true" />
        {line}
      </li>
    ))}
  </ul>
);
