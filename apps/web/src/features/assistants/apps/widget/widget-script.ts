import type { App } from '@atelier/contracts/assistants/apps';

export type WidgetSide = 'left' | 'right';

interface WidgetPlace {
  origin: string;
  side: WidgetSide;
}

/**
 * Returns the line that a site's pages need for the widget of an app (APP-21, WIDGET-01). The script knows the colour and the name of the
 * button, so that the line stays as it is when they change.
 */
export const widgetScript = ({ appId }: Pick<App, 'appId'>, { origin, side }: WidgetPlace): string =>
  `<script async src="${origin}/widget/${appId}.js"${side === 'left' ? ' data-side="left"' : ''}></script>`;

/** Returns what a strict content security policy of the site must allow. */
export const widgetPolicy = (origin: string): string => `script-src ${origin}; frame-src ${origin}`;
