import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import classes from './step.module.css';

/** The server gives the path only where it does not know its own address. */
const absolute = (url: string): string => new URL(url, location.origin).href;

const Address = ({ label, url }: { label: string; url: string }) => (
  <div className={classes.address}>
    <span className={classes.note}>{label}</span>
    <div className={classes.addressLine}>
      <code>{url}</code>
      <CopyButton value={url} label={`Copy the address that ${label.toLowerCase()}`} />
    </div>
  </div>
);

/** The addresses at which other systems start the flow. */
export const WebhookAddress = ({ url, syncUrl }: { url: string; syncUrl: string }) => (
  <section className={classes.branch} aria-label="Address">
    <Address label="Starts the flow" url={absolute(url)} />
    <Address label="Starts the flow and waits for its response" url={absolute(syncUrl)} />
    <p className={classes.note}>
      Whoever knows the address can start the flow. It works once the flow is published.
    </p>
  </section>
);
