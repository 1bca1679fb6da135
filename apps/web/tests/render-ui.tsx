import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { colorSchemeInCookie } from '../src/lib/browser/color-scheme.ts';
import { ToastOutlet } from '../src/ui/feedback/toasts.tsx';
import { UiProvider } from '../src/ui/theme/ui-provider.tsx';

interface RenderOptions {
  /** The address of the page. */
  at?: string;
}

const colorSchemes = colorSchemeInCookie();

const Frame = () => (
  <>
    <Outlet />
    <ToastOutlet />
  </>
);

/** Renders part of the interface with theme, router and toasts around it, and waits until it is drawn. */
export const renderUi = async (content: ReactNode, { at = '/' }: RenderOptions = {}) => {
  cleanup();
  const root = createRootRoute({ component: Frame });
  const page = createRoute({ getParentRoute: () => root, path: '$', component: () => content });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  const Page = () => {
    const [mounted] = useState(router);
    return (
      <UiProvider still colorSchemes={colorSchemes}>
        <RouterProvider router={mounted} />
      </UiProvider>
    );
  };
  await router.load();
  return { ...render(<Page />), router };
};
