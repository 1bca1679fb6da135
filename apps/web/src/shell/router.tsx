import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { embeddedBase, isEmbedded } from '../lib/browser/host-window.ts';
import { NotAvailable } from '../ui/feedback/not-available.tsx';
import { ToastOutlet } from '../ui/feedback/toasts.tsx';
import { NoSuchPage } from './failures/no-such-page.tsx';
import { ScreenError } from './failures/screen-error.tsx';
import { redirectPath } from './landing.ts';
import { lazyScreen } from './load-screen.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { publicScreens, screens } from './screens.ts';
import { InvitationFirst } from './session/invitation-first.tsx';

/** The frame around every screen, signed in or not. */
const RootFrame = () => (
  <>
    <title>Atelier</title>
    <Suspense>
      <Outlet />
    </Suspense>
    <ToastOutlet />
  </>
);

const root = createRootRoute({
  component: RootFrame,
  notFoundComponent: NoSuchPage,
});

/** The addresses at which an invitation asks people to sign in or up (SESSION-11). */
const entrances = new Set(['/', '/signup']);

const entrance = (Screen: ComponentType) => () => (
  <InvitationFirst>
    <Screen />
  </InvitationFirst>
);

const Redirect = lazyScreen(() =>
  import('./redirect-screen.tsx').then((it) => ({ default: it.RedirectScreen })),
);

const publicRoutes = [
  ...publicScreens.map(({ path, load }) => {
    const screen = lazyScreen(load);
    return createRoute({
      getParentRoute: () => root,
      path,
      component: entrances.has(path) ? entrance(screen) : screen,
    });
  }),
  createRoute({ getParentRoute: () => root, path: redirectPath, component: Redirect }),
  createRoute({
    getParentRoute: () => root,
    path: '/app-not-found',
    component: () => <NotAvailable kind="app" />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agent-not-found',
    component: () => <NotAvailable kind="agent" />,
  }),
];

const BuilderLayout = lazyScreen(() =>
  import('./builder-layout.tsx').then((it) => ({ default: it.BuilderLayout })),
);
const builder = createRoute({ getParentRoute: () => root, id: 'builder', component: BuilderLayout });

/** Loads the frame of the builder before it is known that it is needed. */
export const preloadBuilder = (): void => void BuilderLayout.preload().catch(() => undefined);

const builderRoutes = screens.map(({ path, load }) =>
  createRoute({ getParentRoute: () => builder, path, component: lazyScreen(load) }),
);

const parseSearchParams = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

/** Keeps the values of the query as text: `?tenantId=12` is the text "12" and not a number. */
const buildQueryString = (search: Record<string, unknown>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') query.set(name, value);
  }
  return query.size === 0 ? '' : `?${query}`;
};

export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([...publicRoutes, builder.addChildren(builderRoutes)]),
    ...(isEmbedded() ? { basepath: embeddedBase } : {}),
    parseSearch: parseSearchParams,
    stringifySearch: buildQueryString,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    defaultPendingComponent: PageSkeleton,
    scrollRestoration: true,
  });
