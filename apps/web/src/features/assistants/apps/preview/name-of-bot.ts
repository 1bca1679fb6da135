/** The name that visitors talk to: that of the bot, or else that of the app. */
export const nameOfBot = ({ botName, name }: { botName: string; name: string }): string =>
  botName.trim() || name.trim() || 'your app';
