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
  children: ReactNode;
}

/** Details beside a list, without leaving it. */
export const SidePanel = ({ opened, onClose, title, footer, size = 'lg', children }: SidePanelProps) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    title={title}
    size={size}
    classNames={{ content: classes.panel, body: classes.body }}
  >
    <div className={classes.content}>{children}</div>
    {footer === undefined ? null : <footer className={classes.footer}>{footer}</footer>}
  </Drawer>
);
