import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useSession } from '../../../lib/account/session.ts';
import { takeLastRoute } from '../../../lib/browser/last-route.ts';
import { Logo } from '../../../ui/theme/logo.tsx';
import classes from './auth-layout.module.css';
import { Showcase } from './showcase.tsx';

const thisYear = new Date().getFullYear();

interface AuthLayoutProps {
  title: string;
  description: ReactNode;
  /** The way to the other screen. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Two columns: what to do, and a look at what the product does. */
export const AuthLayout = ({ title, description, footer, children }: AuthLayoutProps) => (
  <div className={classes.layout}>
    <title>{`${title} · Atelier`}</title>
    <main className={classes.form}>
      <header className={classes.logo}>
        <Logo size={30} />
      </header>
      <div className={classes.inner}>
        <h1>{title}</h1>
        <p className={classes.description}>{description}</p>
        {children}
        {footer === undefined ? null : <p className={classes.footer}>{footer}</p>}
      </div>
      <footer className={classes.legal}>© {thisYear} Atelier</footer>
    </main>
    <Showcase />
  </div>
);

/** Those who are signed in go on to where they wanted to be (ROUTE-01). */
export const SignedInElsewhere = ({ children }: { children: ReactNode }) => {
  const { user } = useSession();
  return user === null ? children : <ToProduct />;
};

const ToProduct = () => {
  const navigate = useNavigate();
  // The address may carry a query, which <Navigate> does not take apart. A chat is a page of its own.
  useEffect(() => {
    const href = takeLastRoute('/agents');
    void navigate({ href, replace: true, reloadDocument: href.startsWith('/chat/') });
  }, [navigate]);
  return null;
};
