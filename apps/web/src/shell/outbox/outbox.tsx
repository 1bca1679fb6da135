import { auth } from '@atelier/contracts/account/identity/auth';
import { Modal } from '@mantine/core';
import { formatAgo } from '../../lib/format.ts';
import { useRead } from '../../lib/query.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { splitLinks } from '../split-links.ts';
import classes from './outbox.module.css';

const Mails = () => {
  const mails = useRead(auth.endpoints.outbox, {}, { staleTime: 0 });
  return (
    <QueryView
      query={mails}
      isEmpty={(data) => data.mails.length === 0}
      empty={
        <EmptyState compact title="No mails yet">
          Invitations, confirmations and new passwords appear here.
        </EmptyState>
      }
    >
      {(data) =>
        data.mails.map((mail) => (
          <article key={mail.id} className={`border-top ${classes.mail}`}>
            <h3 className="flat bold title-sm">{mail.subject}</h3>
            <p className={`muted tiny ${classes.meta}`}>
              To {mail.to}, {formatAgo(mail.createdAt)}
            </p>
            <div className={`break-anywhere small pre-wrap rounded sunken ${classes.text}`}>
              {splitLinks(mail.text).map((part) =>
                part.isLink ? (
                  <a className="accent-text" key={part.at} href={part.text}>
                    {part.text}
                  </a>
                ) : (
                  part.text
                ),
              )}
            </div>
          </article>
        ))
      }
    </QueryView>
  );
};

/** Lists the mails that wait on a server without a mail server, for operators. */
export const OutboxDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Outbox" size="lg">
    <p className="muted small below-4">
      No mail server is set up, so the mails to everybody wait here. You see them because you run this server.
      Give each link only to the person that it is for.
    </p>
    <Mails />
  </Modal>
);
