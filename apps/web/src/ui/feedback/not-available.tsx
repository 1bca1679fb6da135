import { LogoMark } from '../theme/logo.tsx';
import classes from './not-available.module.css';

/** The kinds of object that a shared link can lead to. */
export type SharedKind = 'app' | 'agent';

const thisYear = new Date().getFullYear();
const titleOf = { app: 'App Not Available', agent: 'Agent Not Available' } as const;

interface NotAvailableProps {
  kind: SharedKind;
  /** True for an object that is not ready yet (APP-07). */
  isPreparing?: boolean;
}

/**
 * Shown for a link to an app or agent that was deleted or deactivated (ROUTE-63 to ROUTE-68). It does not use
 * Mantine, so the public chat can show it too.
 */
export const NotAvailable = ({ kind, isPreparing = false }: NotAvailableProps) => (
  <div className={`flex flex-column text-color ${classes.screen}`}>
    <title>{titleOf[kind]}</title>
    <header className={classes.header}>
      <a className={classes.logo} href="/" aria-label="Atelier, to the start">
        <LogoMark size={32} />
        <span>Atelier</span>
      </a>
    </header>
    <main className={`grow flex flex-column align-center text-center ${classes.main}`}>
      <svg
        className={classes.alert}
        width="72"
        height="72"
        viewBox="0 0 72 72"
        aria-hidden="true"
        focusable="false"
      >
        <circle className={classes.halo} cx="36" cy="36" r="35" />
        <path className={classes.triangle} d="M36 20 54 51H18Z" />
        <path className={classes.mark} d="M36 32V41M36 45.500V46" />
      </svg>
      <h1>{titleOf[kind]}</h1>
      {isPreparing ? (
        <p role="status">This {kind} is being prepared. The page opens by itself as soon as it is ready.</p>
      ) : (
        <p>
          The link to this {kind} appears to be deleted or deactivated. Please contact your product Admin.
        </p>
      )}
    </main>
    <footer className={`faint tiny text-center ${classes.footer}`}>© {thisYear} Atelier</footer>
  </div>
);
