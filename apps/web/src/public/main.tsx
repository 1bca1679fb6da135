import '../ui/fonts.css';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import '../ui/theme/chat-themes.css';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ChatPage } from './chat-page.tsx';
import { CrashScreen } from './crash-screen.tsx';
import { connectHostPage } from './host-page.ts';
import { isWidget, readLink } from './model/link.ts';
import { readUserPlace } from './user/user-place.ts';

const UserPage = lazy(() => import('./user/user-page.tsx').then((loaded) => ({ default: loaded.UserPage })));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

// Must stay the same object for the lifetime of the page.
const link = readLink(window.location);
const place = readUserPlace(window.location);

const host = isWidget(window.location) ? connectHostPage(window) : undefined;

createRoot(root).render(
  <StrictMode>
    <CrashScreen>
      {place === undefined ? (
        <ChatPage link={link} host={host} />
      ) : (
        <Suspense fallback={null}>
          <UserPage place={place} />
        </Suspense>
      )}
    </CrashScreen>
  </StrictMode>,
);
