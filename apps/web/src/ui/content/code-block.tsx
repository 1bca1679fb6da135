import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** A long line of code scrolls on its own, so the keyboard must be able to reach it. */
const scrollRegion = { role: 'region', tabIndex: 0 };

export const CodeBlock = ({ label, code }: { label: string; code: string }) => (
  <div className={`box min-0 align-start sunken flex ${classes.block}`}>
    <pre {...scrollRegion} aria-label={label}>
      <code>{code}</code>
    </pre>
    <div className={`rigid ${classes.copy}`}>
      <CopyButton value={code} label={`Copy ${label}`} size="md" />
    </div>
  </div>
);
