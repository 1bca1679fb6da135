import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../lib/icons.tsx';
import { ApiError } from '../lib/server/api-error.ts';
import { NotAvailable } from '../ui/feedback/not-available.tsx';
import { LogoMark } from '../ui/theme/logo.tsx';
import { getChatbot } from './api.ts';
import classes from './chat.module.css';
import { Chat } from './chat.tsx';
import type { HostPage } from './host-page.ts';
import { hasTold } from './model/chat-user.ts';
import type { ChatLink } from './model/link.ts';
import { useLoaded } from './use-loaded.ts';
import { userPath } from './user/user-place.ts';
import { UserInfo } from './user-info.tsx';

interface Place {
  link: ChatLink;
  /** The page around the widget; undefined when the chat has a page of its own. */
  host: HostPage | undefined;
}

interface MessageProps {
  title: string;
  children: string;
  action: ReactNode;
}

const Message = ({ title, children, action }: MessageProps) => (
  <main className={`line-3 flex-column text-center justify-center ${classes.message}`}>
    <title>{title}</title>
    <LogoMark size={40} />
    <h1>{title}</h1>
    <p>{children}</p>
    {action}
  </main>
);

/** Shown for a link to an app that was deleted or deactivated (CHAT-04). Moves to the address of that screen (ROUTE-37). */
const Gone = () => {
  useEffect(() => {
    window.history.replaceState(null, '', '/app-not-found');
  }, []);
  return <NotAvailable kind="app" />;
};

const againAfterMs = 5000;

/** Shown while the app is being prepared (APP-07). Tries again by itself. */
const Preparing = ({ onRetry }: { onRetry: () => void }) => {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const timer = setTimeout(() => retry(), againAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return <NotAvailable kind="app" isPreparing />;
};

/** Leads to the sign-in of the app (ROUTE-23), which does not allow itself to be framed. */
const SignIn = ({ appId }: { appId: string }) => {
  const signIn = userPath('sign-in', appId);
  useEffect(() => {
    if (window.parent === window) window.location.replace(signIn);
  }, [signIn]);
  return (
    <a className={classes.button} href={signIn} target="_top">
      Sign in
    </a>
  );
};

/** A link to a private app: the widget cannot sign anybody in, because browsers keep the session from frames of other sites. */
const ToPrivateApp = ({ link, host }: Place) =>
  host ? (
    <a className={classes.button} href={`/chat/${link.appId}`} target="_blank" rel="noopener">
      Open the chat in a window of its own
    </a>
  ) : (
    <SignIn appId={link.appId} />
  );

const Refused = ({ error, onRetry, ...place }: Place & { error: unknown; onRetry: () => void }) => {
  if (error instanceof ApiError && (error.status === 404 || error.code === 'auth.tenant_mismatch'))
    return <Gone />;
  if (error instanceof ApiError && error.code === 'apps.processing') return <Preparing onRetry={onRetry} />;
  if (error instanceof ApiError && error.code === 'chat.private_app') {
    return (
      <Message title="This app is private" action={<ToPrivateApp {...place} />}>
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

const Opening = ({ host, children }: { host: HostPage | undefined; children: ReactNode }) => (
  <>
    {host ? (
      <button type="button" className={classes.leave} aria-label="Close the chat" onClick={host.close}>
        <Icon name="close" />
      </button>
    ) : null}
    {children}
  </>
);

/** The public chat with an app, on a page of its own (CHAT-01) or in the widget (ROUTE-30). */
export const ChatPage = ({ link, host }: Place) => {
  const [attempt, setAttempt] = useState(0);
  const [isTold, setTold] = useState(() => hasTold(link.appId));
  const loaded = useLoaded(`${link.appId} ${attempt}`, () => getChatbot(link));
  if (loaded.state === 'loading')
    return (
      <Opening host={host}>
        <div className="screen-high" role="status" aria-label="Opening the chat" />
      </Opening>
    );
  if (loaded.state === 'failed')
    return (
      <Opening host={host}>
        <Refused error={loaded.error} onRetry={() => setAttempt(attempt + 1)} link={link} host={host} />
      </Opening>
    );
  if (loaded.value.userInfo.length > 0 && !isTold)
    return (
      <Opening host={host}>
        <UserInfo bot={loaded.value} link={link} onDone={() => setTold(true)} />
      </Opening>
    );
  return <Chat bot={loaded.value} link={link} host={host} />;
};
