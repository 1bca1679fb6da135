import type { App } from '../apps.ts';

/** The colour of the button for each theme, dark enough for the white icon on it. */
const colors: Readonly<Record<App['themeName'], string>> = {
  'Light mode 1': '#b0451f',
  'Light mode 2': '#2b5fb0',
  'Dark mode': '#2a2825',
  Blue: '#1f58b8',
  Green: '#1b6e45',
  Purple: '#6a3fb5',
  'Dark Blue': '#1b3050',
};

/** The button of the widget on the pages of other sites. */
export interface WidgetButton {
  color: string;
  label: string;
}

/** Returns how the button of an app looks, and what it is called. */
export const widgetButton = ({ themeName, botName }: Pick<App, 'themeName' | 'botName'>): WidgetButton => ({
  color: colors[themeName],
  label: `Ask ${botName.trim() || 'us'}`,
});
