import { Button } from '@mantine/core';
import { IconCircleCheck, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './trial.module.css';

export interface TrialResult {
  ok: boolean;
  /** The duration of the answer in milliseconds. */
  milliseconds: number;
  /** The result in words, or the failure with the next step. */
  message: string;
  /** A part of the message that the user will want to copy. */
  copy?: string | undefined;
  /** A control that lets the user fix the problem, such as a button. */
  remedy?: ReactNode;
}

interface TrialProps {
  /** The effect of the button, which is shown until there is a result. */
  hint: string;
  isTesting: boolean;
  result: TrialResult | undefined;
  onTest: () => void;
}

const Outcome = ({ ok, milliseconds, message, copy }: TrialResult) => (
  <div className={`beside-2 break-anywhere danger ${classes.outcome}`} data-ok={ok}>
    {ok ? <IconCircleCheck size={18} aria-hidden /> : <IconPlugConnectedX size={18} aria-hidden />}
    <span>
      {ok
        ? `It works: answered in ${Math.round(milliseconds).toLocaleString('en')} ms. ${message}`
        : `It does not work. ${message}`}
    </span>
    {copy === undefined ? null : <CopyButton value={copy} label={`Copy ${copy}`} />}
  </div>
);

/** Tries out settings before they are saved, and shows the result. */
export const Trial = ({ hint, isTesting, result, onTest }: TrialProps) => (
  <div className="row-2-3 rounded sunken pad-3">
    <Button
      variant="default"
      leftSection={<IconPlugConnected size={16} />}
      loading={isTesting}
      onClick={onTest}
    >
      Test
    </Button>
    <div role="status" className={`small ${classes.status}`}>
      {result && !isTesting ? <Outcome {...result} /> : <span className="muted">{hint}</span>}
    </div>
    {isTesting ? null : result?.remedy}
  </div>
);
