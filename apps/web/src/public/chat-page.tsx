import type { Chatbot, Citation } from '@atelier/contracts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { themeAttribute } from '../ui/chat-theme.ts';
import { LogoMark } from '../ui/logo.tsx';
import { NotAvailable } from '../ui/not-available.tsx';
import { getChatbot } from './api.ts';
import classes from './chat.module.css';
import { Composer } from './composer.tsx';
import { Icon } from './icons.tsx';
import type { ChatLink } from './model/link.ts';
import { SessionsPanel } from './sessions-panel.tsx';
import { SourcePanel } from './source-panel.tsx';
import { TurnView } from './turn-view.tsx';
import { useConversation } from './use-conversation.ts';
import { useLoaded } from './use-loaded.ts';

/** Follows the writing while the reader is at the end; one who scrolled up is left in peace. */
const useFollow = (content: unknown) => {
  const end = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const onScroll = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      atEnd.current = scrollHeight - scrollTop - clientHeight < 120;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  useEffect(() => {
    if (content !== undefined && atEnd.current) end.current?.scrollIntoView({ block: 'end' });
  }, [content]);
  return end;
};

const Welcome = ({ bot, onAsk }: { bot: Chatbot; onAsk: (question: string) => void }) => (
  <div className={classes.welcome}>
    <span className={classes.avatar} aria-hidden="true">
      {bot.botName.slice(0, 1).toUpperCase()}
    </span>
    <p>{bot.welcomeMessage}</p>
    {bot.sampleQuestions.length > 0 ? (
      <ul className={classes.samples} aria-label="Questions to begin with">
        {bot.sampleQuestions.map((question) => (
          <li key={question}>
            <button type="button" className={classes.sample} onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    ) : null}
  </div>
);

type OpenPanel = { kind: 'sessions' } | { kind: 'source'; citation: Citation; queryId: string };

const Header = ({ bot, onNew, onSessions }: { bot: Chatbot; onNew: () => void; onSessions: () => void }) => (
  <header className={classes.header}>
    <h1>{bot.name}</h1>
    <button type="button" className={classes.iconButton} onClick={onSessions}>
      <Icon name="history" />
      <span>History</span>
    </button>
    <button type="button" className={classes.iconButton} onClick={onNew}>
      <Icon name="plus" />
      <span>New chat</span>
    </button>
  </header>
);

const Chat = ({ bot, link }: { bot: Chatbot; link: ChatLink }) => {
  const conversation = useConversation(link);
  const [panel, setPanel] = useState<OpenPanel>();
  const { turns, isAnswering, isLoading } = conversation;
  const end = useFollow(turns);
  const close = () => setPanel(undefined);
  return (
    <div className={classes.page} data-chat-theme={themeAttribute(bot.themeName)}>
      <title>{bot.name}</title>
      <Header
        bot={bot}
        onNew={() => conversation.open(undefined)}
        onSessions={() => setPanel({ kind: 'sessions' })}
      />
      <main className={classes.main}>
        {turns.length === 0 && !isLoading ? <Welcome bot={bot} onAsk={conversation.send} /> : null}
        <div role="log" aria-label="Conversation" aria-live="polite">
          {turns.map((turn, place) => (
            <TurnView
              key={turn.key}
              turn={turn}
              botName={bot.botName}
              isLast={place === turns.length - 1}
              canRetry={!isAnswering}
              onRetry={() => conversation.retry(turn)}
              onOpen={(citation, queryId) => setPanel({ kind: 'source', citation, queryId })}
            />
          ))}
        </div>
        <div ref={end} className={classes.end} />
      </main>
      <footer className={classes.footer}>
        <Composer
          botName={bot.botName}
          isAnswering={isAnswering}
          onSend={conversation.send}
          onStop={conversation.stop}
        />
        <p className={classes.small}>
          {bot.extractive
            ? 'Answers are quoted from the documents, not written by a language model.'
            : 'Answers are written by a language model and can be wrong. Check the sources.'}
        </p>
      </footer>
      {panel?.kind === 'source' ? (
        <SourcePanel link={link} queryId={panel.queryId} citation={panel.citation} onClose={close} />
      ) : null}
      {panel?.kind === 'sessions' ? (
        <SessionsPanel
          link={link}
          current={conversation.conversationId}
          onClose={close}
          onOpen={(id) => {
            close();
            conversation.open(id);
          }}
        />
      ) : null}
    </div>
  );
};

const Message = ({
  title,
  children,
  action,
}: {
  title: string;
  children: string;
  action: React.ReactNode;
}) => (
  <main className={classes.message}>
    <title>{title}</title>
    <LogoMark size={40} />
    <h1>{title}</h1>
    <p>{children}</p>
    {action}
  </main>
);

const Refused = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  if (error instanceof ApiError && (error.status === 404 || error.code === 'auth.tenant_mismatch'))
    return <NotAvailable kind="app" />;
  if (error instanceof ApiError && error.code === 'chat.private_app') {
    return (
      <Message
        title="This app is private"
        action={
          <a className={classes.button} href="/">
            Sign in
          </a>
        }
      >
        {error.message}
      </Message>
    );
  }
  return (
    <Message
      title="The chat could not be opened"
      action={
        <button type="button" className={classes.button} onClick={onRetry}>
          Try again
        </button>
      }
    >
      {error instanceof Error ? error.message : 'Please check your connection.'}
    </Message>
  );
};

/** The public chat with an app (CHAT-01). */
export const ChatPage = ({ link }: { link: ChatLink }) => {
  const [attempt, setAttempt] = useState(0);
  const loaded = useLoaded(`${link.appId} ${attempt}`, () => getChatbot(link));
  if (loaded.state === 'loading')
    return <div className={classes.loading} role="status" aria-label="Opening the chat" />;
  if (loaded.state === 'failed')
    return <Refused error={loaded.error} onRetry={() => setAttempt(attempt + 1)} />;
  return <Chat bot={loaded.value} link={link} />;
};
