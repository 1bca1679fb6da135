import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './text-link.module.css';

/** A link inside the product, in running text. */
export const TextLink = ({
  to,
  quiet = false,
  children,
}: {
  to: string;
  quiet?: boolean;
  children: ReactNode;
}) => (
  <Link to={to} className={quiet ? classes.quiet : classes.link}>
    {children}
  </Link>
);
