import { SegmentedControl } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import classes from './workbench.module.css';

const parts = [
  { value: 'settings', label: 'Settings' },
  { value: 'try', label: 'Try it' },
];

interface WorkbenchProps {
  /** Sends the settings. */
  onSubmit: (event: SyntheticEvent) => void;
  settings: ReactNode;
  /** The live trial of the settings, before they are saved. */
  trial: ReactNode;
}

/** Settings on the left, and what they do on the right. On a narrow screen one of them is shown at a time. */
export const Workbench = ({ onSubmit, settings, trial }: WorkbenchProps) => {
  const [shown, setShown] = useState('settings');
  return (
    <div className={`stack-6 align-start ${classes.bench}`} data-shown={shown}>
      <div className={classes.tabs}>
        <SegmentedControl
          fullWidth
          aria-label="Part of the workbench"
          data={parts}
          value={shown}
          onChange={setShown}
        />
      </div>
      <form onSubmit={onSubmit} noValidate className={`stack-4 min-0 one-column ${classes.settings}`}>
        {settings}
      </form>
      <div className={classes.try}>{trial}</div>
    </div>
  );
};
