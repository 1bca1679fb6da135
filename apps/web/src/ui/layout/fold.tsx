import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './fold.module.css';

interface FoldProps {
  label: string;
  /** Describes the content, or what has been chosen in it. */
  summary?: string;
  /** Keeps the content open, because something inside must be seen. */
  isForced?: boolean;
  /** A function is called only after the content has been shown once, and is told whether it is open now. */
  children: ReactNode | ((isShown: boolean) => ReactNode);
}

/** Options that few people need. They are folded away but stay mounted, so that their fields keep what was typed. */
export const Fold = ({ label, summary = '', isForced = false, children }: FoldProps) => {
  const id = useId();
  /** Undefined until the fold is opened for the first time. */
  const [isOpened, setOpened] = useState<boolean>();
  const isShown = isOpened === true || isForced;
  const draw = () => (typeof children === 'function' ? children(isShown) : children);
  return (
    <div className="min-0 box">
      <UnstyledButton
        className={classes.toggle ?? ''}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpened(!isShown)}
      >
        <IconChevronRight className={`muted rigid ${classes.chevron}`} size={16} aria-hidden="true" />
        {label}
        <span className="muted tiny regular push">{summary}</span>
      </UnstyledButton>
      <div id={id} hidden={!isShown} className={`stack-4 ${classes.content}`}>
        {typeof children === 'function' && isOpened === undefined && !isForced ? null : draw()}
      </div>
    </div>
  );
};
