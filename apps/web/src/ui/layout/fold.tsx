import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './fold.module.css';

interface FoldProps {
  label: string;
  /** What is chosen inside, or what it is about. */
  summary?: string;
  /** Opens it whatever was pressed, because something inside must be seen. */
  isForced?: boolean;
  /** A function is called once it has been opened, and told whether it still is. */
  children: ReactNode | ((isShown: boolean) => ReactNode);
}

/** What most people need not decide: folded away, and still there, so that fields in it keep what was typed. */
export const Fold = ({ label, summary = '', isForced = false, children }: FoldProps) => {
  const id = useId();
  /** Undefined until it is opened for the first time. */
  const [isOpened, setOpened] = useState<boolean>();
  const isShown = isOpened === true || isForced;
  const draw = () => (typeof children === 'function' ? children(isShown) : children);
  return (
    <div className={classes.fold}>
      <UnstyledButton
        className={classes.toggle ?? ''}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpened(!isShown)}
      >
        <IconChevronRight className={classes.chevron} size={16} aria-hidden="true" />
        {label}
        <span className={classes.summary}>{summary}</span>
      </UnstyledButton>
      <div id={id} hidden={!isShown} className={classes.content}>
        {typeof children === 'function' && isOpened === undefined ? null : draw()}
      </div>
    </div>
  );
};
