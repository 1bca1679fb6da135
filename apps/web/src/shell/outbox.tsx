import { auth } from '@atelier/contracts/auth';
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatAgo } from '../lib/format.ts';
import { useRead } from '../lib/query.ts';
import { useUser } from '../lib/session.ts';
import classes from './outbox.module.css';
import { splitLinks } from './split-links.ts';

/** The person's own mails that wait where no mail server is configured; nothing where there is one. */
export const Outbox = () => {
  const { email } = useUser();
  const [opened, { open, close }] = useDisclosure();
  const { data, refetch } = useRead(auth.endpoints.outbox, {});
  if (data === undefined) return null;
  const mails = data.mails.filter((mail) => mail.to === email);
  const show = () => {
    void refetch();
    open();
  };
  return (
    <>
      <Button size="xs" variant="subtle" onClick={show}>
        Open outbox
      </Button>
      <Modal opened={opened} onClose={close} title="Outbox" size="lg">
        <p className={classes.note}>No mail server is set up, so mails stay here, on this computer.</p>
        {mails.map((mail) => (
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
    </>
  );
};
