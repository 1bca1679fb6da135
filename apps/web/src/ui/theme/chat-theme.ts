import type { chatThemes } from '@atelier/contracts/assistants/apps/app-settings';

export type ChatThemeName = (typeof chatThemes)[number];

/** The name of a chat theme as a CSS attribute value (chat-themes.css): "Light mode 1" → "light-mode-1". */
export const themeAttribute = (name: ChatThemeName): string => name.toLowerCase().replaceAll(' ', '-');
