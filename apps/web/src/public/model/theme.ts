import type { Chatbot } from '@atelier/contracts';

/** The name of a chat theme as a CSS attribute value: "Light mode 1" → "light-mode-1". */
export const themeName = (name: Chatbot['themeName']): string => name.toLowerCase().replaceAll(' ', '-');
