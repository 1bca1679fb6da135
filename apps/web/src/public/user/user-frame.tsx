import type { ReactNode } from 'react';
import { LogoMark } from '../../ui/theme/logo.tsx';
import classes from './user.module.css';

interface UserFrameProps {
  title: string;
  /** The company of the app. */
  companyName?: string;
  lead?: string;
  children?: ReactNode;
}

/** The page around a screen for app users, with a heading that names the app. */
export const UserFrame = ({ title, companyName, lead, children }: UserFrameProps) => (
  <main className={classes.page}>
    <title>{title}</title>
    <div className={classes.card}>
      <LogoMark size={32} />
      <h1 dir="auto">{title}</h1>
      {companyName === undefined ? null : (
        <p className={classes.company} dir="auto">
          {companyName}
        </p>
      )}
      {lead === undefined ? null : <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  </main>
);
