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
  /** A link to the other screen, for example from signing in to signing up. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Shows two columns: the form, and a picture of what the product does. */
export const AuthLayout = ({ title, description, footer, children }: AuthLayoutProps) => (
  <div className={`stack surface ${classes.layout}`}>
    <title>{`${title} · Atelier`}</title>
    <main className={`flex flex-column ${classes.form}`}>
      <header className={classes.logo}>
        <Logo size={30} />
      </header>
      <div className={`full-width ${classes.inner}`}>
        <h1>{title}</h1>
        <p className={`muted ${classes.description}`}>{description}</p>
        {children}
        {footer === undefined ? null : <p className={`muted small ${classes.footer}`}>{footer}</p>}
      </div>
      <footer className="faint tiny">© {thisYear} Atelier</footer>
    </main>
    <Showcase />
  </div>
);

/** Sends a user who is already signed in to the screen that they wanted (ROUTE-01). */
export const SignedInElsewhere = ({ children }: { children: ReactNode }) => {
  const { user } = useSession();
  return user === null ? children : <ToProduct />;
};

const ToProduct = () => {
  const navigate = useNavigate();
  // <Navigate> would not parse a query inside the address. A chat is a page of its own, outside this router.
  useEffect(() => {
    const href = takeLastRoute('/agents');
    void navigate({ href, replace: true, reloadDocument: href.startsWith('/chat/') });
  }, [navigate]);
  return null;
};
