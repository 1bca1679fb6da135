import { listSessions } from './api.ts';
import classes from './chat.module.css';
import type { ChatLink } from './model/link.ts';
import { Panel } from './panel.tsx';
import { useLoaded } from './use-loaded.ts';

interface SessionsPanelProps {
  link: ChatLink;
  current: string | undefined;
  onOpen: (conversationId: string) => void;
  onClose: () => void;
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The earlier conversations of this browser. */
export const SessionsPanel = ({ link, current, onOpen, onClose }: SessionsPanelProps) => {
  const loaded = useLoaded('sessions', () => listSessions(link));
  return (
    <Panel title="Your conversations" onClose={onClose}>
      {loaded.state === 'loading' ? <p className={classes.note}>Loading…</p> : null}
      {loaded.state === 'failed' ? (
        <p className={classes.note}>They could not be loaded. Please close this and try again.</p>
      ) : null}
      {loaded.state === 'ready' && loaded.value.items.length === 0 ? (
        <p className={classes.note}>You have not asked anything yet.</p>
      ) : null}
      {loaded.state === 'ready' ? (
        <ul className={classes.sessions}>
          {loaded.value.items.map((session) => (
            <li key={session.conversationId}>
              <button
                type="button"
                className={classes.session}
                aria-current={session.conversationId === current}
                onClick={() => onOpen(session.conversationId)}
              >
                <span dir="auto">{session.title}</span>
                <small>{when.format(new Date(session.updatedAt))}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
};
