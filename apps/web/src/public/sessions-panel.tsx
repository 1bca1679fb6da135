import { useDeferredValue, useState } from 'react';
import { Icon } from '../lib/icons.tsx';
import { SaveConversation } from './answer/save-conversation.tsx';
import { listSessions, removeSession, renameSession, type Session } from './api.ts';
import classes from './chat.module.css';
import type { Turn } from './model/conversation.ts';
import type { ChatLink } from './model/link.ts';
import { Panel } from './panel/panel.tsx';
import { ChangeFailure, LoadNote } from './panel/panel-notes.tsx';
import { TextForm, takeFocus } from './panel/text-form.tsx';
import { useLoaded } from './use-loaded.ts';

interface SessionsPanelProps {
  link: ChatLink;
  /** The name of the app. */
  name: string;
  /** The questions and answers of the conversation that is open. */
  turns: readonly Turn[];
  current: string | undefined;
  onOpen: (conversationId: string) => void;
  /** Called when the conversation was deleted. */
  onRemoved: (conversationId: string) => void;
  onClose: () => void;
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface RowProps {
  session: Session;
  isCurrent: boolean;
  onOpen: () => void;
  onRename: (title: string) => void;
  onRemove: () => void;
}

const SessionRow = ({ session, isCurrent, onOpen, onRename, onRemove }: RowProps) => {
  const [state, setState] = useState<'shown' | 'naming' | 'deleting'>('shown');
  const { title } = session;
  if (state === 'naming')
    return (
      <TextForm
        label="Name of the conversation"
        text={title}
        most={80}
        onCancel={() => setState('shown')}
        onSave={(name) => {
          setState('shown');
          onRename(name);
        }}
      />
    );
  return (
    <div className={`line-1 ${classes.sessionRow}`}>
      <button type="button" className={classes.session} aria-current={isCurrent} onClick={onOpen}>
        <span dir="auto">{title}</span>
        <small className="muted tiny">{when.format(new Date(session.updatedAt))}</small>
      </button>
      {state === 'deleting' ? (
        <span className="rigid flex" role="group" aria-label={`Delete ${title}?`}>
          <button type="button" className={classes.action} ref={takeFocus} onClick={onRemove}>
            Delete
          </button>
          <button type="button" className={classes.action} onClick={() => setState('shown')}>
            Keep
          </button>
        </span>
      ) : (
        <span className="rigid flex">
          <button
            type="button"
            className={classes.action}
            aria-label={`Rename ${title}`}
            onClick={() => setState('naming')}
          >
            <Icon name="edit" size={15} />
          </button>
          <button
            type="button"
            className={classes.action}
            aria-label={`Delete ${title}`}
            onClick={() => setState('deleting')}
          >
            <Icon name="remove" size={15} />
          </button>
        </span>
      )}
    </div>
  );
};

const emptyText = (search: string): string =>
  search === '' ? 'You have not asked anything yet.' : 'No conversation holds this text.';

/** The earlier conversations of this browser, which can be searched, renamed and deleted. */
export const SessionsPanel = ({
  link,
  name,
  turns,
  current,
  onOpen,
  onRemoved,
  onClose,
}: SessionsPanelProps) => {
  const [typed, setTyped] = useState('');
  const [changes, setChanges] = useState(0);
  const [failure, setFailure] = useState('');
  const search = useDeferredValue(typed.trim());
  const loaded = useLoaded(`${changes} ${search}`, () => listSessions(link, search));
  const change = async (work: Promise<unknown>, done: () => void = () => undefined) => {
    setFailure('');
    const isSaved = await work.then(
      () => true,
      () => false,
    );
    if (!isSaved) return setFailure('This could not be saved. Please try again.');
    setChanges((count) => count + 1);
    done();
  };
  return (
    <Panel title="Your conversations" onClose={onClose}>
      <SaveConversation name={name} turns={turns} />
      <input
        type="search"
        className={classes.search}
        aria-label="Search your conversations"
        placeholder="Search"
        dir="auto"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ChangeFailure text={failure} />
      <LoadNote state={loaded.state} what="They" />
      {loaded.state === 'ready' && loaded.value.items.length === 0 ? (
        <p className="muted small margin-top-3" role="status">
          {emptyText(search)}
        </p>
      ) : null}
      {loaded.state === 'ready' ? (
        <ul className={`bare ${classes.sessions}`}>
          {loaded.value.items.map((session) => {
            const id = session.conversationId;
            return (
              <li key={id}>
                <SessionRow
                  session={session}
                  isCurrent={id === current}
                  onOpen={() => onOpen(id)}
                  onRename={(title) => void change(renameSession(link, id, title))}
                  onRemove={() => void change(removeSession(link, id), () => onRemoved(id))}
                />
              </li>
            );
          })}
        </ul>
      ) : null}
    </Panel>
  );
};
