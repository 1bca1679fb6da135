import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './side-panel.module.css';

interface SidePanelProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Stays visible at the bottom: buttons. */
  footer?: ReactNode;
  size?: 'md' | 'lg' | 'xl';
  /** True while another panel lies above this one, which Escape should close first. */
  isCovered?: boolean;
  /** The key of the content. When it changes, the panel shows the top of the new content. */
  contentKey?: string;
  children: ReactNode;
}

const showTop = (content: HTMLElement | null) => {
  const panel = content?.closest('[role="dialog"]');
  if (panel) panel.scrollTop = 0;
};

/** Details next to a list that stays visible. */
export const SidePanel = ({
  opened,
  onClose,
  title,
  footer,
  size = 'lg',
  isCovered = false,
  contentKey = '',
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
    <div key={contentKey} ref={showTop} className="min-0 grow">
      {children}
    </div>
    {footer === undefined ? null : <div className={classes.footer}>{footer}</div>}
  </Drawer>
);
