import type { App } from '@atelier/contracts/build/apps';
import type { ChatThemeName } from '../../../../ui/theme/chat-theme.ts';

export type WidgetSide = 'left' | 'right';

/** The colour of the button for each theme, dark enough for the white icon on it. */
const buttonColors: Readonly<Record<ChatThemeName, string>> = {
  'Light mode 1': '#b0451f',
  'Light mode 2': '#2b5fb0',
  'Dark mode': '#2a2825',
  Blue: '#1f58b8',
  Green: '#1b6e45',
  Purple: '#6a3fb5',
  'Dark Blue': '#1b3050',
};

export const widgetColor = ({ themeName }: Pick<App, 'themeName'>): string => buttonColors[themeName];

export const widgetLabel = ({ botName }: Pick<App, 'botName'>): string => `Ask ${botName.trim() || 'us'}`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const quoted = (text: string): string => text.replace(/[&"<>]/g, (letter) => escapes[letter] ?? '');

interface WidgetPlace {
  origin: string;
  side: WidgetSide;
}

/** Returns the line that a site's pages need for the widget of an app (APP-21, WIDGET-01). */
export const widgetScript = (
  app: Pick<App, 'appId' | 'botName' | 'themeName'>,
  { origin, side }: WidgetPlace,
): string => {
  const attributes = {
    src: `${origin}/widget.js`,
    'data-app': app.appId,
    'data-color': widgetColor(app),
    'data-label': widgetLabel(app),
    ...(side === 'left' ? { 'data-side': side } : {}),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${quoted(value)}"`);
  return `<script async ${written.join(' ')}></script>`;
};

/** Returns what a strict content security policy of the site must allow. */
export const widgetPolicy = (origin: string): string => `script-src ${origin}; frame-src ${origin}`;
