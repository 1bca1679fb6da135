import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './page.module.css';

export interface Breadcrumb {
  label: string;
  to: string;
}

interface PageProps {
  title: ReactNode;
  /** The document's title when `title` is not plain text. */
  documentTitle?: string;
  description?: ReactNode;
  /** Buttons at the end of the header; the primary one last. */
  actions?: ReactNode;
  /** The way up, from the top; the page itself is not listed. */
  breadcrumbs?: Breadcrumb[];
  /** Beside the title: a badge, a status. */
  aside?: ReactNode;
  /** Between header and content: usually tabs. */
  navigation?: ReactNode;
  width?: 'normal' | 'narrow' | 'wide';
  children: ReactNode;
}

/** The frame of every screen: one heading, where we are, what can be done here. */
export const Page = (props: PageProps) => {
  const { title, documentTitle, description, actions, breadcrumbs = [], aside, navigation } = props;
  const plainTitle = documentTitle ?? (typeof title === 'string' ? title : undefined);
  return (
    <div className={classes.page} data-width={props.width ?? 'normal'}>
      {plainTitle === undefined ? null : <title>{`${plainTitle} · Atelier`}</title>}
      <header className={classes.header} data-navigation={navigation !== undefined || undefined}>
        {breadcrumbs.length > 0 ? (
          <nav aria-label="Breadcrumb" className={classes.breadcrumbs}>
            <ol>
              {breadcrumbs.map((crumb) => (
                <li key={crumb.to}>
                  <Link to={crumb.to}>{crumb.label}</Link>
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
        <div className={classes.top}>
          <div className={classes.heading}>
            <div className={classes.titleLine}>
              <h1>{title}</h1>
              {aside}
            </div>
            {description === undefined ? null : <p className={classes.description}>{description}</p>}
          </div>
          {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
        </div>
        {navigation}
      </header>
      {props.children}
    </div>
  );
};
