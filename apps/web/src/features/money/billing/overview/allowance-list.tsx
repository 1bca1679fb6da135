import { IconCheck } from '@tabler/icons-react';
import classes from '../billing.module.css';

/** Lists the contents of a plan. */
export const AllowanceList = ({ lines }: { lines: string[] }) => (
  <ul className={`bare stack-2 muted content-start text-md ${classes.lines}`}>
    {lines.map((line) => (
      <li className="beside-2" key={line}>
        <IconCheck size={16} aria-hidden="true" />
        {line}
      </li>
    ))}
  </ul>
);
