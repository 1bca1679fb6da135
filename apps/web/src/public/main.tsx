import '../ui/fonts.css';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import '../ui/theme/chat-themes.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ChatPage } from './chat-page.tsx';
import { CrashScreen } from './crash-screen.tsx';
import { connectHostPage } from './host-page.ts';
import { isWidget, readLink } from './model/link.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

// Must stay the same object for the lifetime of the page.
const link = readLink(window.location);

const host = isWidget(window.location) ? connectHostPage(window) : undefined;

createRoot(root).render(
  <StrictMode>
    <CrashScreen>
      <ChatPage link={link} host={host} />
    </CrashScreen>
  </StrictMode>,
);
