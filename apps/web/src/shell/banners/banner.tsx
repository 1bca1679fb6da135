import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './banner.module.css';

interface BannerProps {
  /** The accessible name. */
  label: string;
  tone: 'warning' | 'info' | 'accent';
  icon: ReactNode;
  /** Buttons after the text. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** One line under the header, which can be closed (BANNER-01). */
export const Banner = ({ label, tone, icon, actions, onClose, children }: BannerProps) => (
  <div className={classes.banner} data-tone={tone} role="region" aria-label={label}>
    <span className={`rigid inline-flex ${classes.icon}`} aria-hidden="true">
      {icon}
    </span>
    <p className={`min-0 flat break-anywhere ${classes.text}`}>{children}</p>
    {actions === undefined ? null : (
      <span className={`rigid inline-flex gap-1 ${classes.actions}`}>{actions}</span>
    )}
    <CloseButton className="rigid" size="sm" aria-label="Close this banner" onClick={onClose} />
  </div>
);
