import type { auth } from '@atelier/contracts/auth';
import type { ReplyOf } from '@atelier/contracts/contract';
import { Modal } from '@mantine/core';
import { formatAgo } from '../lib/format.ts';
import { useUser } from '../lib/session.ts';
import classes from './outbox.module.css';
import { splitLinks } from './split-links.ts';

interface OutboxProps {
  mails: ReplyOf<typeof auth.endpoints.outbox>['mails'];
  onClose: () => void;
}

/** The person's own mails that wait where no mail server is configured. */
export const Outbox = ({ mails, onClose }: OutboxProps) => {
  const { email } = useUser();
  const own = mails.filter((mail) => mail.to === email);
  return (
    <Modal opened onClose={onClose} title="Outbox" size="lg">
      <p className={classes.note}>No mail server is set up, so mails stay here, on this computer.</p>
      {own.map((mail) => (
        <article key={mail.id} className={classes.mail}>
          <h3>{mail.subject}</h3>
          <p className={classes.meta}>
            To {mail.to}, {formatAgo(mail.createdAt)}
          </p>
          <div className={classes.text}>
            {splitLinks(mail.text).map((part) =>
              part.isLink ? (
                <a key={part.at} href={part.text}>
                  {part.text}
                </a>
              ) : (
                part.text
              ),
            )}
          </div>
        </article>
      ))}
    </Modal>
  );
};
