import type { SupportMessage } from '@atelier/contracts/operate/support/support';
import { Ago } from '../../../lib/ago.tsx';
import classes from './support.module.css';

interface MessageListProps<M extends SupportMessage> {
  label: string;
  messages: readonly M[];
  /** The side of the conversation that the reader is on. */
  own: SupportMessage['author'];
  /** Returns more about a message, which is shown below it. */
  more?: (message: M) => string | undefined;
}

export const MessageList = <M extends SupportMessage>({
  label,
  messages,
  own,
  more,
}: MessageListProps<M>) => (
  <ol className={`stack-4 bare ${classes.messages}`} aria-label={label}>
    {messages.map((message) => (
      <li key={message.messageId} data-own={message.author === own || undefined}>
        <p className={`flat small between flex flex-wrap ${classes.who}`}>
          <strong>{message.author === own ? 'You' : message.authorName}</strong>
          <Ago at={message.createdAt} />
        </p>
        <p className="break-anywhere pre-wrap margin-top-1">{message.text}</p>
        {more?.(message) === undefined ? null : (
          <p className="break-anywhere muted tiny margin-top-2">{more(message)}</p>
        )}
      </li>
    ))}
  </ol>
);
