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
  /** Buttons at the end of the header, the primary one last. */
  actions?: ReactNode;
  /** The pages above this one, outermost first. The page itself is not listed. */
  breadcrumbs?: Breadcrumb[];
  /** Shown next to the title: a badge, a status. */
  aside?: ReactNode;
  /** Shown between header and content: usually tabs. */
  navigation?: ReactNode;
  /** The name of the open section, when the heading is the same for all sections. */
  section?: string;
  width?: 'normal' | 'narrow' | 'wide';
  children: ReactNode;
}

/** The content below a navigation that leaves the heading unchanged. */
const Section = ({ name, children }: { name: string; children: ReactNode }) => (
  <section ref={useArrival()} className={classes.section} aria-label={name} tabIndex={-1}>
    {children}
  </section>
);

/** The frame of every screen: one heading, the path to it, and the actions on it. */
export const Page = (props: PageProps) => {
  const { title, documentTitle, description, actions, breadcrumbs = [], aside, navigation, section } = props;
  const plainTitle = documentTitle ?? (typeof title === 'string' ? title : undefined);
  const heading = useArrival<HTMLHeadingElement>();
  return (
    <div className={`full-width ${classes.page}`} data-width={props.width ?? 'normal'}>
      {plainTitle === undefined ? null : <title>{`${plainTitle} · Atelier`}</title>}
      <header className={`stack-3 ${classes.header}`} data-navigation={navigation !== undefined || undefined}>
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
        <div className={`between flex flex-wrap flex-start ${classes.top}`}>
          <div className={`min-0 ${classes.heading}`}>
            <div className={`row-2-3 ${classes.titleLine}`}>
              <h1 ref={heading} tabIndex={-1} dir="auto">
                {title}
              </h1>
              {aside}
            </div>
            {description === undefined ? null : <p className={classes.description}>{description}</p>}
          </div>
          {actions === undefined ? null : <div className={`row-2 ${classes.actions}`}>{actions}</div>}
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
