import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import type { Chatbot } from '@atelier/contracts/assistants/chat/chatbot';
import { listUniqueSources } from '@atelier/contracts/assistants/chat/citations';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '../lib/icons.tsx';
import { themeAttribute } from '../ui/theme/chat-theme.ts';
import { prepareAnswers } from './answer/answer-text.tsx';
import { ToldNotice } from './answer/told-later.tsx';
import { TurnView } from './answer/turn-view.tsx';
import { useAttachment } from './attach/use-attachment.ts';
import classes from './chat.module.css';
import { Composer, type ComposerHandle } from './composer.tsx';
import { useFollow } from './follow/use-follow.ts';
import { useIsOnline } from './follow/use-is-online.ts';
import { Header } from './header.tsx';
import type { HostPage } from './host-page.ts';
import type { Turn } from './model/conversation.ts';
import type { ChatLink } from './model/link.ts';
import { Opening } from './opening.tsx';
import { useSourceKeys } from './source/use-source-keys.ts';
import { type Conversation, useConversation } from './use-conversation.ts';
import { SignedInAs } from './user/signed-in-as.tsx';

const SessionsPanel = lazy(() =>
  import('./sessions-panel.tsx').then((loaded) => ({ default: loaded.SessionsPanel })),
);
const SourcePanel = lazy(() =>
  import('./source/source-panel.tsx').then((loaded) => ({ default: loaded.SourcePanel })),
);

const offline = 'You are offline. An answer that has begun goes on when the network is back.';

const aboutAnswers = ({ extractive }: Chatbot): string =>
  extractive
    ? 'Unless an answer says otherwise, it is quoted from the documents, not written by a language model.'
    : 'Answers are written automatically and can be wrong. Check the sources.';

const Footer = ({ bot, children }: { bot: Chatbot; children: React.ReactNode }) => {
  const isOnline = useIsOnline();
  return (
    <footer className={`sticky ${classes.footer}`}>
      {children}
      {bot.signedInAs === null ? null : (
        <SignedInAs email={bot.signedInAs} appId={bot.appId} remembers={bot.remembers} />
      )}
      <p className={`muted tiny text-center ${classes.small}`} aria-live="polite">
        {isOnline ? aboutAnswers(bot) : offline}
      </p>
    </footer>
  );
};

/**
 * Returns true where somebody uses a keyboard, so that the field may take the focus. On a phone that is touched, the keyboard of the
 * screen would cover the page.
 */
const hasKeyboard = () =>
  window.matchMedia('(pointer: fine)').matches || document.activeElement?.matches(':focus-visible') === true;

/** Returns false inside a frame, where the chat must not take the focus from the surrounding page. */
const isOwnPage = () => window.parent === window;

/** Applies the theme to the whole document, so that it also colours the area that appears when the page is scrolled past its end. */
const usePageTheme = (theme: Chatbot['themeName']) =>
  useLayoutEffect(() => {
    document.body.dataset.chatTheme = themeAttribute(theme);
  }, [theme]);

type OpenPanel = { kind: 'sessions' } | { kind: 'source'; citation: Citation; queryId: string };

/** The parts of an answer that its sources need. What a visitor was told later is an answer of its own. */
type Cited = Pick<Turn, 'queryId' | 'answer' | 'citations'>;

/** The answer whose source is shown, otherwise the last one that has sources. */
const citedAnswer = ({ turns }: Conversation, panel: OpenPanel | undefined): Cited | undefined => {
  if (panel?.kind === 'sessions') return undefined;
  if (!panel)
    return turns.findLast(({ queryId, citations }) => queryId !== undefined && citations.length > 0);
  const told = turns.find(({ newAnswer }) => newAnswer?.id === panel.queryId)?.newAnswer;
  return told ? { ...told, queryId: told.id } : turns.find(({ queryId }) => queryId === panel.queryId);
};

const Panels = ({
  panel,
  link,
  name,
  chat,
  onSource,
  onClose,
}: {
  panel: OpenPanel | undefined;
  link: ChatLink;
  name: string;
  chat: Conversation;
  onSource: (citation: Citation, queryId: string) => void;
  onClose: () => void;
}) => {
  if (panel?.kind === 'source') {
    const { queryId, citation } = panel;
    const { answer = '', citations = [] } = citedAnswer(chat, panel) ?? {};
    return (
      <Suspense>
        <SourcePanel
          link={link}
          queryId={queryId}
          citation={citation}
          answer={answer}
          citations={listUniqueSources(citations)}
          onOpen={(next) => onSource(next, queryId)}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  if (panel?.kind !== 'sessions') return null;
  const open = (id: string) => {
    onClose();
    if (id !== chat.conversationId) chat.open(id);
  };
  return (
    <Suspense>
      <SessionsPanel
        link={link}
        name={name}
        turns={chat.turns}
        current={chat.conversationId}
        onClose={onClose}
        onOpen={open}
        onRemoved={(id) => {
          if (id === chat.conversationId) chat.open(undefined);
        }}
      />
    </Suspense>
  );
};

interface WidgetParts {
  host: HostPage | undefined;
  panel: OpenPanel | undefined;
  isAnswering: boolean;
  onOpen: () => void;
}

/** In the widget: Escape closes it unless something else is open, it takes the focus when it opens, and a source makes it wider. */
const useWidget = ({ host, panel, isAnswering, onOpen }: WidgetParts) => {
  const isSource = panel?.kind === 'source';
  const opened = useEffectEvent(onOpen);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !panel && !isAnswering) host?.close();
  });
  useEffect(() => host?.onOpen(() => opened()), [host]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => host?.setWide(isSource), [host, isSource]);
};

/** The conversation, with the file of the visitor that its next question is about. */
const useChat = (link: ChatLink, bot: Chatbot) => {
  const chat = useConversation(link);
  const attachment = useAttachment(link, bot.files, chat.turns);
  const { file, reset } = attachment;
  const { send, open } = chat;
  return {
    ...chat,
    attachment,
    ask: useCallback((question: string) => send(question, file), [send, file]),
    open: (conversationId: string | undefined) => {
      reset();
      open(conversationId);
    },
  };
};

interface ChatProps {
  bot: Chatbot;
  link: ChatLink;
  host: HostPage | undefined;
}

/** A conversation with an app. */
export const Chat = ({ bot, link, host }: ChatProps) => {
  const chat = useChat(link, bot);
  const [panel, setPanel] = useState<OpenPanel>();
  const composer = useRef<ComposerHandle>(null);
  const log = useRef<HTMLDivElement>(null);
  const { turns, isAnswering } = chat;
  const { isAway, toEnd } = useFollow(log, turns.length);
  usePageTheme(bot.themeName);
  const write = useCallback(() => {
    if (hasKeyboard()) composer.current?.focus();
  }, []);
  useWidget({ host, panel, isAnswering, onOpen: write });
  useEffect(() => {
    if (hasKeyboard() && isOwnPage()) composer.current?.focus();
  }, []);
  const { retry, choose, rated, ask } = chat;
  const onRetry = useCallback<Conversation['retry']>(
    (turn, question) => {
      retry(turn, question);
      write();
    },
    [retry, write],
  );
  // The button of the question goes away with it, and with the button the focus.
  const onAsk = useCallback(
    (question: string) => {
      ask(question);
      write();
    },
    [ask, write],
  );
  const onOpen = useCallback(
    (citation: Citation, queryId: string) => setPanel({ kind: 'source', citation, queryId }),
    [],
  );
  const cited = citedAnswer(chat, panel);
  useSourceKeys(cited?.citations ?? [], (citation) => {
    if (cited?.queryId) onOpen(citation, cited.queryId);
  });
  return (
    <div className={classes.page} data-source={panel?.kind === 'source' ? '' : undefined}>
      <title>{bot.name}</title>
      <Header
        name={bot.name}
        onClose={host?.close}
        logo={bot.botLogo}
        onSessions={() => setPanel({ kind: 'sessions' })}
        onNew={() => {
          chat.open(undefined);
          write();
        }}
      />
      <main className={`grow full-width ${classes.main}`}>
        <Opening bot={bot} chat={chat} onAsk={onAsk} />
        <div ref={log} role="log" aria-label="Conversation" aria-live="polite">
          {turns.map((turn, index) => (
            <TurnView
              key={turn.key}
              link={link}
              turn={turn}
              botName={bot.botName}
              botIcon={bot.botIcon}
              canRetry={index === turns.length - 1 && !isAnswering}
              canEdit={!isAnswering}
              onChoose={choose}
              onRated={rated}
              onAsk={onAsk}
              onRetry={onRetry}
              onOpen={onOpen}
            />
          ))}
        </div>
      </main>
      <Footer bot={bot}>
        <ToldNotice {...chat.news} />
        {isAway && turns.length > 0 && chat.news.toldId === undefined ? (
          <button
            type="button"
            className={`inline-1 no-wrap surface text-color ${classes.toEnd}`}
            onClick={toEnd}
          >
            <Icon name="down" size={16} />
            Latest
          </button>
        ) : null}
        <Composer
          handle={composer}
          botName={bot.botName}
          isAnswering={isAnswering}
          onWrite={prepareAnswers}
          attachment={chat.attachment}
          onSend={ask}
          onStop={chat.stop}
        />
      </Footer>
      <Panels
        panel={panel}
        link={link}
        name={bot.name}
        chat={chat}
        onSource={onOpen}
        onClose={() => setPanel(undefined)}
      />
    </div>
  );
};
