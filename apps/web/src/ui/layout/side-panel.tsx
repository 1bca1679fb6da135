import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './side-panel.module.css';

interface SidePanelProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Stays in view at the end: buttons. */
  footer?: ReactNode;
  size?: 'md' | 'lg' | 'xl';
  /** Another panel lies above it, which Escape is meant for. */
  isCovered?: boolean;
  children: ReactNode;
}

/** Details beside a list, without leaving it. */
export const SidePanel = ({
  opened,
  onClose,
  title,
  footer,
  size = 'lg',
  isCovered = false,
  children,
}: SidePanelProps) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    title={title}
    size={size}
    closeOnEscape={!isCovered}
    classNames={{ content: classes.panel, body: classes.body }}
  >
    <div className={classes.content}>{children}</div>
    {footer === undefined ? null : <div className={classes.footer}>{footer}</div>}
  </Drawer>
);
