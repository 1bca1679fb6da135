import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useArrival } from '../behaviour/use-arrival.ts';
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
  /** Which of the navigation's sections is shown, where the heading is the same for all of them. */
  section?: string;
  width?: 'normal' | 'narrow' | 'wide';
  children: ReactNode;
}

/** What is shown below a navigation that leaves the heading as it is. */
const Section = ({ name, children }: { name: string; children: ReactNode }) => (
  <section ref={useArrival()} className={classes.section} aria-label={name} tabIndex={-1}>
    {children}
  </section>
);

/** The frame of every screen: one heading, where we are, what can be done here. */
export const Page = (props: PageProps) => {
  const { title, documentTitle, description, actions, breadcrumbs = [], aside, navigation, section } = props;
  const plainTitle = documentTitle ?? (typeof title === 'string' ? title : undefined);
  const heading = useArrival<HTMLHeadingElement>();
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
              <h1 ref={heading} tabIndex={-1} dir="auto">
                {title}
              </h1>
              {aside}
            </div>
            {description === undefined ? null : <p className={classes.description}>{description}</p>}
          </div>
          {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
        </div>
        {navigation}
      </header>
      {section === undefined ? (
        props.children
      ) : (
        <Section key={section} name={section}>
          {props.children}
        </Section>
      )}
    </div>
  );
};
