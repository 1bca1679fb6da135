import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/chat-themes.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ChatPage } from './chat-page.tsx';
import { readLink } from './model/link.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <ChatPage link={readLink(window.location)} />
  </StrictMode>,
);
