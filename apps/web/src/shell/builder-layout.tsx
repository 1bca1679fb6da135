import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ScreenViews, SupportLauncher } from '../features/operate/support/index.ts';
import { useMay, useSession } from '../lib/account/session.ts';
import { isEmbedded } from '../lib/browser/host-window.ts';
import { rememberRoute } from '../lib/browser/last-route.ts';
import { readTextProperty } from '../ui/feedback/read-property.ts';
import { Banners } from './banners/banners.tsx';
import classes from './builder-layout.module.css';
import { CommandLauncher } from './command-launcher.tsx';
import { Elsewhere } from './failures/elsewhere.tsx';
import { Header } from './header/header.tsx';
import { navigation, personalNavigation } from './navigation.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { screens } from './screens.ts';
import { seatKey } from './session/forget.ts';
import { StoredUser } from './session/stored-user.tsx';

interface GuardInput {
  /** Undefined until the server has answered. */
  user: SessionUser | null | undefined;
  /** True right after the user signed out deliberately. */
  isLeaving: boolean;
  address: string;
}

type GuardDecision =
  | { kind: 'wait' }
  | { kind: 'show'; user: SessionUser }
  /** Leads to the sign-in at `/`. `remember` is the address to return to after signing in. */
  | { kind: 'sign-in'; remember: string | undefined };

/** Decides whether a screen of the builder is shown (ROUTE-58): to everybody who is signed in. */
const guard = ({ user, isLeaving, address }: GuardInput): GuardDecision => {
  if (user === undefined) return { kind: 'wait' };
  if (user !== null) return { kind: 'show', user };
  return { kind: 'sign-in', remember: isLeaving ? undefined : address };
};

/** Loaded on demand: only users who are refused need its table of roles. */
const Refused = lazy(() => import('./failures/refused.tsx').then((it) => ({ default: it.Refused })));

/** Loaded on demand: only the host of a frame shows them. */
const HostLink = lazy(() => import('./embedding/host-link.tsx').then((it) => ({ default: it.HostLink })));
const SignInElsewhere = lazy(() =>
  import('./embedding/sign-in-elsewhere.tsx').then((it) => ({ default: it.SignInElsewhere })),
);

const ToSignIn = ({ remember }: { remember: string | undefined }) => {
  // The cookie is outside React. It must exist before the sign-in screen reads it.
  useEffect(() => {
    if (remember !== undefined) rememberRoute(remember);
  }, [remember]);
  return <Navigate to="/" replace />;
};

/** The screen at this address. A user whose role may not open it sees a page that says who can. */
const Screen = () => {
  const may = useMay();
  const pathname = useLocation({ select: (location) => location.pathname });
  const route = useMatches({
    select: (matches): string | undefined => readTextProperty(matches.at(-1), 'fullPath'),
  });
  const item = [...navigation, ...personalNavigation].find(({ to }) => to === pathname);
  const requires = screens.find(({ path }) => path === route)?.requires;
  const permission = item?.permission ?? requires?.permission;
  return permission === undefined || may(permission) ? (
    <Outlet />
  ) : (
    <Refused label={item?.label ?? requires?.title ?? ''} permission={permission} />
  );
};

const Content = () => (
  <main id="content" className={classes.main} tabIndex={-1}>
    <Elsewhere>
      <Suspense fallback={<PageSkeleton />}>
        <Screen />
      </Suspense>
    </Elsewhere>
  </main>
);

/** A screen in a frame of the configured host, which has a header of its own (FLOW-02). */
const EmbeddedFrame = () => (
  <>
    <StoredUser />
    <Suspense>
      <HostLink />
    </Suspense>
    <Content />
  </>
);

/** The frame belongs to one user in one tenant. When either changes, it is mounted again at the root (TENANT-08). */
const Frame = ({ user }: { user: SessionUser }) => {
  const [seat] = useState(() => seatKey(user));
  if (seatKey(user) !== seat) return <Navigate to="/" replace />;
  if (isEmbedded()) return <EmbeddedFrame />;
  return (
    <>
      <a className={`rounded ${classes.skip}`} href="#content">
        Skip to content
      </a>
      <Header />
      <StoredUser />
      <ScreenViews />
      <SupportLauncher />
      <Banners />
      <CommandLauncher />
      <Content />
    </>
  );
};

/** The header, the banners and the screen of a signed-in user. */
export const BuilderLayout = () => {
  const { user, isLeaving } = useSession();
  const address = useLocation({ select: (location) => location.href });
  const decision = guard({ user, isLeaving, address });
  if (decision.kind === 'wait') return null;
  if (decision.kind === 'sign-in' && isEmbedded()) {
    return (
      <Suspense>
        <SignInElsewhere />
      </Suspense>
    );
  }
  if (decision.kind === 'sign-in') return <ToSignIn remember={decision.remember} />;
  return <Frame user={decision.user} />;
};
